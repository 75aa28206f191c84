import { disableAdmin, listAdmins } from '@muneem/contract/admins';
import { getSettings } from '@muneem/contract/settings';
import type { Page } from '@playwright/test';
import { clickButton, expectText } from '../support/answers.ts';
import { signInOf } from '../support/new-admin.ts';
import { openPath } from '../support/open-path.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { removeLimits, setLimits, testWithTeam } from '../support/second-person.ts';
import { settingsScreen } from '../support/settings-screen.ts';
import { allowConsoleErrors, expect, expectAccessible, openSession } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const SECOND_OWNER = { email: 'second-owner@muneem.example' };
const MAKER = { email: 'maker@muneem.example', role: 'finance' } as const;
const PEOPLE = ['Maya', 'Nila', 'Omar', 'Pia', 'Qadir'].map((name) => ({ uid: `second-${name.toLowerCase()}`, name }));
const [MAYA, NILA, OMAR, PIA, QADIR] = PEOPLE.map(({ name }) => name) as [string, string, string, string, string];

const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const question = (page: Page) => page.getByRole('alertdialog');
const notice = (page: Page) => page.getByRole('region', { name: 'Notices' });
const adminMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Admin/ });

const test = testWithTeam(SECOND_OWNER, MAKER);

test('pays above the limit once, when another administrator has confirmed it', async ({ page, world, browser }) => {
  allowConsoleErrors();
  await requestWithdrawals(world, PEOPLE);
  const ownerSession = await signInOf(world, SECOND_OWNER.email);
  const secondOwner = { ...SECOND_OWNER, session: ownerSession };
  const elsewhere = await browser.newContext();
  const owner = await elsewhere.newPage();
  await openSession(owner, world, await world.signInPage());
  await openSession(page, world, await signInOf(world, MAKER.email));
  const paidBefore = world.provider.book.summary().paid;
  const paid = () => world.provider.book.summary().paid - paidBefore;

  await test.step('says nothing about a second person while no limit is set', async () => {
    const asked: string[] = [];
    page.on(
      'request',
      (request) => /\/api\/(second-person|proposals)/.test(request.url()) && asked.push(request.url()),
    );
    await page.goto('/verify-withdrawals');
    await clickButton(row(page, MAYA), /Approve/);
    await expect(question(page)).toContainText('Approve this withdrawal and pay ₹100.00');
    await expect(question(page).getByRole('note')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await adminMenu(page).click();
    await expect(page.getByRole('menuitem', { name: 'Payouts' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Second person' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect(asked).toEqual([]);
  });

  await test.step('an owner sets the limits in the settings', async () => {
    await owner.goto('/settings');
    const { form, modal, sendOtp, otp, codeIsSent } = settingsScreen(owner);
    await form.getByLabel('Limit for one withdrawal').fill('99');
    await form.getByLabel('Limit for a bulk run').fill('150');
    const since = new Date();
    await sendOtp();
    await expect(modal).toContainText('Second person above, for one withdrawal: No limit → ₹99');
    await codeIsSent();
    const { code } = await world.mailbox.waitForMail(ADMIN.email, { since, fits: (mail) => mail.code !== undefined });
    await otp.fill(code!);
    await expectText(owner, 'Settings updated successfully');
  });

  await test.step('warns before the approval, and proposes instead of paying', async () => {
    await clickButton(row(page, MAYA), /Approve/);
    await expect(question(page).getByRole('note')).toHaveText(/^₹100 is above your limit of ₹99\. .+ must confirm\.$/);
    await expectAccessible(page, 'the question before a proposal');
    await clickButton(question(page), 'Approve');
    await expect(question(page)).toHaveCount(0);
    await expect(notice(page)).toContainText('₹100 is above the limit of ₹99 for one withdrawal.');
    await expect(notice(page).getByRole('alert')).toHaveText('');
    await expect(row(page, MAYA).getByRole('link', { name: /Waiting for a second person: proposed by/ })).toBeVisible();
    expect(paid()).toBe(0);
    await clickButton(notice(page), 'Open');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for a second person');
    await expect(row(page, 'to Maya')).toContainText('Waiting');
    await expect(row(page, 'to Maya').getByRole('button')).toHaveText(['Withdraw']);
  });

  await test.step('shows the other administrator a count, and the proposal in a window of its own URL', async () => {
    await expect(adminMenu(owner)).toHaveText(/Admin\s*1 waiting/);
    await adminMenu(owner).click();
    await owner.getByRole('menuitem', { name: 'Second person' }).click();
    await row(owner, 'to Maya').getByRole('link').click();
    await expect(owner).toHaveURL(/\/second-person\?proposal=pro_/);
    const details = owner.getByRole('dialog', { name: 'Proposal' });
    await expect(details).toContainText('₹100 is above the limit of ₹99 for one withdrawal.');
    await expect(details).toContainText(MAKER.email);
    await expectAccessible(owner, 'a proposal');
  });

  await test.step('confirms by key and pays once', async () => {
    await owner.keyboard.press('a');
    await expect(question(owner)).toContainText('Pay ₹100 to Maya');
    await expect(question(owner).getByRole('button', { name: 'Confirm ₹100.00' })).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(question(owner)).toHaveCount(0);
    await expect.poll(paid).toBe(1);
    await expect(owner.getByRole('dialog', { name: 'Proposal' })).toContainText('Confirmed');
    await owner.keyboard.press('Escape');
    await expect(owner.getByText('Nothing waits for a second person')).toBeVisible();
    await expect(adminMenu(owner)).toHaveText('Admin');
    // The maker's open screen follows.
    await expect(page.getByText('Nothing waits for a second person')).toBeVisible();
  });

  await test.step('declines with a reason only, by key in the list', async () => {
    await openPath(page, '/verify-withdrawals');
    await clickButton(row(page, NILA), /Approve/);
    await clickButton(question(page), 'Approve');
    await expect(row(owner, 'to Nila')).toBeVisible();
    await owner.getByRole('main').focus();
    await owner.keyboard.press('j');
    await owner.keyboard.press('r');
    await clickButton(question(owner), 'Decline');
    await expect(question(owner)).toContainText('Enter a reason.');
    await question(owner).getByRole('textbox').fill('Ask her first');
    await clickButton(question(owner), 'Decline');
    await expectText(owner, 'The proposal was declined. Nothing was done.');
    await owner.getByText('All', { exact: true }).click();
    await expect(row(owner, 'to Nila')).toContainText('Declined');
    await expect(row(owner, 'to Nila').getByRole('button')).toHaveCount(0);
    await expect(row(page, NILA).getByRole('link', { name: /Waiting for a second person/ })).toHaveCount(0);
    expect(paid()).toBe(1);
  });

  await test.step('proposes a bulk run above its limit as a whole', async () => {
    for (const name of [OMAR, PIA]) await row(page, name).getByRole('checkbox').check();
    await clickButton(page, 'Approve selected');
    await expect(question(page).getByRole('note')).toHaveText(/^₹200 is above your limit of ₹150 for a bulk run\. /);
    await clickButton(question(page), 'Pay 2 withdrawals');
    await expect(question(page)).toHaveCount(0);
    await expect(notice(page)).toContainText('₹200 is above the limit of ₹150 for a bulk run.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await clickButton(row(owner, '₹200'), /^Confirm/);
    await expect(question(owner).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await clickButton(question(owner), 'Confirm ₹200.00');
    await expect.poll(paid).toBe(3);
  });

  await test.step('refuses a decision about something that has changed, in words', async () => {
    await clickButton(row(page, QADIR), /Approve/);
    await clickButton(question(page), 'Approve');
    await expect(row(owner, 'to Qadir')).toBeVisible();
    await clickButton(row(page, QADIR), /Reject/);
    await clickButton(question(page), 'Reject');
    await expect(row(page, QADIR)).toHaveCount(0);
    await clickButton(row(owner, 'to Qadir'), /^Confirm/);
    await clickButton(question(owner), /^Confirm/);
    await expect(question(owner).getByRole('alert')).toContainText('The proposal could not be confirmed.');
    expect(paid()).toBe(3);
    await clickButton(question(owner), 'Cancel');
    await openPath(page, '/second-person');
    await clickButton(row(page, 'to Qadir'), /^Withdraw/);
    await clickButton(question(page), 'Withdraw');
    await expect(row(page, 'to Qadir')).toHaveCount(0);
  });

  await test.step('switching the limits off needs both owners', async () => {
    await removeLimits(world, secondOwner);
    const { settings } = await ownerSession.call(getSettings, {});
    expect(settings).toMatchObject({ secondPersonWithdrawal: null, secondPersonRun: null });
  });

  await test.step('says what to do if no other administrator can decide', async () => {
    await setLimits(world, { secondPersonWithdrawal: 99 });
    const { admins } = await world.call(listAdmins, {});
    const { id } = admins.find(({ email }) => email === SECOND_OWNER.email)!;
    await world.call(disableAdmin, { params: { id }, body: { password: ADMIN.password } });
    await owner.goto('/settings');
    const { form, modal, sendOtp, otp, codeIsSent } = settingsScreen(owner);
    await form.getByLabel('Limit for one withdrawal').fill('');
    const since = new Date();
    await sendOtp();
    await codeIsSent();
    const { code } = await world.mailbox.waitForMail(ADMIN.email, { since, fits: (mail) => mail.code !== undefined });
    await otp.fill(code!);
    await expect(modal).toHaveCount(0);
    await expect(notice(owner)).toContainText('needs a second person while a limit is set');
    await expect(form.getByLabel('Limit for one withdrawal')).toHaveValue('99');
    await owner.goto('/second-person');
    await expectText(owner, /No other administrator can decide some of these\. Invite one, or run/);
    await row(owner, 'Change the settings').getByRole('link').click();
    await expectText(owner, 'No other administrator can decide this. Invite one, or run `npm run reset-second-person`');
    await clickButton(owner.getByRole('dialog', { name: 'Proposal' }), /^Withdraw/);
    await clickButton(question(owner), 'Withdraw');
    await expect(owner.getByRole('dialog', { name: 'Proposal' })).toContainText('Withdrawn');
  });
  await elsewhere.close();
});

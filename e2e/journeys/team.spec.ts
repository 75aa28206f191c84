import { reportProblem } from '@muneem/contract/problems';
import { noRightText, rights, type Right, type Role } from '@muneem/contract/rights';
import { getWithdrawalHistory } from '@muneem/contract/withdrawals';
import type { Browser, Page } from '@playwright/test';
import type { AdminSession } from '@muneem/sandbox/product';
import { clickButton, expectText } from '../support/answers.ts';
import { newAdmin, signInOf } from '../support/new-admin.ts';
import { person } from '../support/person.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { setLimits, testWithTeam } from '../support/second-person.ts';
import { allowConsoleErrors, expect, openSession } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const BIG = { uid: 'team-big', name: 'Bela Big' };
const SMALL = { uid: 'team-small', name: 'Sami Small' };
const PHONE = '9876543210';
const FINANCE = { email: 'team-finance@muneem.example', role: 'finance' } as const;

const row = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text });
const question = (page: Page) => page.getByRole('alertdialog');

/** A browser of their own. */
async function at(browser: Browser, world: TestWorld, session: Pick<AdminSession, 'token'>): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await openSession(page, world, session);
  return page;
}

async function isRefused(page: Page, role: Role, screens: readonly (readonly [string, Right])[]): Promise<void> {
  for (const [path, right] of screens) {
    await page.goto(path);
    await expect(page.getByText(noRightText(role, right)), path).toBeVisible();
  }
}

const test = testWithTeam(FINANCE);

test('gives a team of four a day of work: refuses the screens of others, and pays big money by two people', async ({
  world,
  browser,
}) => {
  allowConsoleErrors();
  await requestWithdrawals(world, [BIG], [SMALL]);
  const paymentMethod = { type: 'upi', upiId: 'team-small@okbank' } as const;
  await world.platform.requestWithdrawal({ uid: SMALL.uid, coins: 40, paymentMethod });
  await world.platform.createUser(person('team-phone', 'Pooja Phone', { phone: PHONE }));
  const problem = { title: 'Team: no coins', description: 'Nothing came.', type: 'payment' } as const;
  await world.call(reportProblem, { params: { uid: 'team-phone' }, body: problem });
  const sessionOf = (role: Role) => newAdmin(world, { email: `team-${role}@muneem.example`, role });
  const owner = await at(browser, world, await world.signInPage());
  const finance = await at(browser, world, await signInOf(world, FINANCE.email));
  const support = await at(browser, world, await sessionOf('support'));
  const auditor = await at(browser, world, await sessionOf('auditor'));
  await setLimits(world, { secondPersonWithdrawal: 50 });
  const paidBefore = world.provider.book.summary().paidPaise;
  const paid = () => (world.provider.book.summary().paidPaise - paidBefore) / 100;

  await test.step('support answers a problem, sees the end of a phone, and no money', async () => {
    await support.goto('/problems?search=Team');
    await clickButton(support, 'Respond: Team: no coins');
    const window = support.getByRole('dialog');
    await window.getByRole('textbox').fill('We look into it.');
    await clickButton(window, 'Save response');
    await expect(window).toHaveCount(0);
    await support.goto('/users?user=team-phone');
    await expectText(support, '••••3210');
    await expect(support.getByText(PHONE)).toHaveCount(0);
    await isRefused(support, 'support', [
      ['/verify-withdrawals', rights.seeWithdrawals],
      ['/second-person', rights.seeProposals],
      ['/settings', rights.seeSettings],
    ]);
  });

  await test.step('finance pays below the limit alone, and proposes above it', async () => {
    await isRefused(finance, 'finance', [
      ['/settings', rights.seeSettings],
      ['/admins', rights.seeAdmins],
      ['/add-offer', rights.changeOffers],
    ]);
    await finance.goto('/verify-withdrawals');
    await clickButton(row(finance, SMALL.name), /Approve/);
    await expect(question(finance)).toContainText('pay ₹40.00');
    await expect(question(finance).getByRole('note')).toHaveCount(0);
    await clickButton(question(finance), 'Approve');
    await expect.poll(paid).toBe(40);
    await clickButton(row(finance, BIG.name), /Approve/);
    await expect(question(finance).getByRole('note')).toContainText('₹100 is above your limit of ₹50.');
    await clickButton(question(finance), 'Approve');
    await expectText(finance, /₹100 is above the limit of ₹50 for one withdrawal\./);
    await expect(row(finance, BIG.name)).toContainText('Waiting for a second person');
    await finance.goto('/second-person');
    await expect(row(finance, BIG.name).getByRole('button')).toHaveText(['Withdraw']);
  });

  await test.step('the auditor reads all of it and changes nothing', async () => {
    await auditor.goto('/second-person');
    await expect(row(auditor, BIG.name)).toContainText('team-finance@muneem.example');
    await expect(auditor.getByRole('button', { name: /Confirm|Decline|Withdraw/ })).toHaveCount(0);
    await auditor.goto('/verify-withdrawals');
    await expect(row(auditor, BIG.name)).toContainText('Waiting for a second person');
    await expect(auditor.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
    await auditor.goto('/settings');
    await expect(auditor.getByLabel('Limit for one withdrawal')).toBeDisabled();
    await isRefused(auditor, 'auditor', [['/add-offer', rights.changeOffers]]);
  });

  await test.step('the owner confirms, and it is paid once', async () => {
    await owner.goto('/second-person');
    await clickButton(row(owner, BIG.name), /^Confirm/);
    await expect(question(owner)).toContainText('Pay ₹100 to Bela Big (team-big@okbank)');
    await clickButton(question(owner), 'Confirm ₹100.00');
    await expect.poll(paid).toBe(140);
    await expect(owner.getByText('Nothing waits for a second person')).toBeVisible();
    const { withdrawals } = await world.call(getWithdrawalHistory, { query: { search: 'team-big@okbank' } });
    expect(withdrawals).toMatchObject([
      { status: 'completed', verifiedBy: expect.stringContaining('proposed by team-finance@muneem.example') },
    ]);
    expect(world.provider.book.summary().doublePayouts).toBe(0);
  });

  for (const page of [owner, finance, support, auditor]) await page.context().close();
});

import type { Page } from '@playwright/test';
import { appCode } from '../support/app-code.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const RAVI = { email: 'ravi@muneem.example', password: 'ravi chose this' };

async function look(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
}

async function go(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('menuitem', { name: place }).click();
  await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
}

async function givePassword(page: Page, { email, password }: typeof ADMIN): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('administrators come by invitation, leave at once, and everything stands in the audit log', async ({
  page,
  browser,
  world,
}) => {
  await signIn(page, world);
  await go(page, 'Administrators');
  const since = new Date();
  await page.getByRole('button', { name: 'Invite an administrator' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite an administrator' });
  await invitation.getByLabel('Email').fill(RAVI.email);
  await invitation.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('region', { name: 'Open invitations', exact: true })).toContainText(RAVI.email);
  await look(page, 'Administrators');

  const mail = await world.mailbox.waitForMail(RAVI.email, { since });
  const link = /https?:\S+accept-invitation\S+/.exec(mail.text)?.[0] ?? '';
  const elsewhere = await browser.newContext();
  const ravi = await elsewhere.newPage();
  await ravi.goto(link);
  await ravi.getByLabel('Your name').fill('Ravi');
  await ravi.getByLabel('Password', { exact: true }).fill(RAVI.password);
  await ravi.getByLabel('Confirm Password').fill(RAVI.password);
  await look(ravi, 'Become an administrator');
  await ravi.getByRole('button', { name: 'Accept the invitation' }).click();
  await ravi.getByRole('link', { name: 'To the login page' }).click();
  const asked = new Date();
  await givePassword(ravi, RAVI);
  const { code } = await world.mailbox.waitForMail(RAVI.email, { since: asked, fits: (it) => it.code !== undefined });
  await ravi.getByRole('textbox', { name: 'OTP' }).fill(code!);
  await ravi.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(ravi).toHaveURL(/\/$/);

  await page.reload();
  await page.getByRole('button', { name: `Disable: ${RAVI.email}` }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByRole('button', { name: `Enable: ${RAVI.email}` })).toBeVisible();
  await ravi.reload();
  await expect(ravi).toHaveURL(/\/login/);
  await elsewhere.close();

  await go(page, 'Audit log');
  await expect(page.getByRole('row', { name: /Admins: disable/ })).toContainText('status: active → disabled');
  await look(page, 'Audit log');
  await page
    .getByRole('row', { name: /Admins: disable/ })
    .getByRole('link')
    .first()
    .click();
  const entry = page.getByRole('dialog', { name: 'Admins: disable' });
  await expect(entry.getByRole('row', { name: /^status/ })).toContainText('active');
  await look(page, 'an audit entry');
  await entry.getByRole('link', { name: 'History of this record' }).click();
  await expect(page.getByRole('row', { name: /Admins: accept invitation/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Record id').fill('nothing like this');
  await expect(page.getByText('No entries match these filters')).toBeVisible();
});

test('an authenticator app gives the codes, and a recovery code when it is lost', async ({ page, world }) => {
  await signIn(page, world);
  await go(page, 'Your account');
  await expect(page.getByRole('region', { name: 'Open sessions', exact: true })).toContainText('This device');
  await expect(page.getByRole('region', { name: 'Sign-ins', exact: true })).toContainText('Signed in');
  await look(page, 'Your account');

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await setUp.getByLabel('Your password').fill(ADMIN.password);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await look(page, 'setting up an authenticator app');
  const key = (await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await setUp.getByLabel('Code of the app').fill(appCode(key));
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await look(page, 'recovery codes');
  const [recovery = '', second = ''] = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await givePassword(page, ADMIN);
  await expect(page.getByLabel('Code of your authenticator app')).toBeFocused();
  await look(page, 'the code of the app');
  await page.getByLabel('Code of your authenticator app').fill(appCode(key, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Total Users')).toBeVisible();

  await signOut(page);
  await givePassword(page, ADMIN);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Total Users')).toBeVisible();
  await removeApp(page, second);
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function removeApp(page: Page, recovery: string): Promise<void> {
  await go(page, 'Your account');
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Use mailed codes again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use mailed codes again' });
  await look(page, 'removing the app');
  await dialog.getByLabel('Fresh code of the app, or a recovery code').fill(recovery);
  await dialog.getByRole('button', { name: 'Remove the app' }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
}

import type { Page } from '@playwright/test';
import { rejectAllWithdrawals } from '@muneem/contract/withdrawals';
import { setPayoutKey } from '@muneem/sandbox/product';
import { clickButton } from '../support/answers.ts';
import { giveCoins } from '../support/give-coins.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY, type TestWorld } from '../support/world.ts';

test.use({ serviceWorkers: 'allow' });

const PEOPLE = ['Meera Iyer', 'Kabir Khan', 'Zoya Ali', 'Ravi Teja'].map((name, index) => ({
  uid: `money-${index}`,
  name,
}));
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const upiOf = (index: number): string => `person-${index}@okbank`;
const rowOf = (page: Page, index: number) => page.getByRole('row').filter({ hasText: upiOf(index) });

// covers 001-1.1
test('saves the payout key with a code, then decides withdrawals singly and in bulk', async ({ page, world }) => {
  const { provider } = world;
  await test.step('four users request withdrawals', () => fourRequests(world));
  await test.step('signs in', () => signIn(page, world, '/'));
  // covers 001-2.34
  await test.step('saves the settings with the emailed code', () => saveSettings(page, world));

  await openPath(page, '/verify-withdrawals');
  await expect(page.getByRole('heading', { level: 1, name: 'Verify Withdrawals' })).toBeVisible();
  const before = provider.book.summary();
  await expect(page.getByText(rupees.format(before.balancePaise / 100))).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(5);
  await expectAccessible(page.getByRole('table'), 'Verify Withdrawals');
  await expectNoSidewaysScroll(page, 'Verify Withdrawals');

  await test.step('pays on approval', async () => {
    await clickButton(rowOf(page, 0), /Approve/);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`pay ₹100.00 to ${upiOf(0)}`);
    await expectAccessible(page, 'the question before a payment');
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(
      page.getByText(/Withdrawal approved and payment initiated! Transaction ID: \w+/).first(),
    ).toBeVisible();
    await expect(rowOf(page, 0)).toHaveCount(0);
  });

  // covers 001-8.4
  await test.step('warns about a refused payment and allows a retry', async () => {
    provider.faults.set([{ fault: 'refuse', times: 1 }]);
    await clickButton(rowOf(page, 1), /Approve/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText(/check the payout provider account balance and configuration/).first()).toBeVisible();
    await page.getByRole('tab', { name: /Payment failed/ }).click();
    await expect(page).toHaveURL(/status=payment_failed/);
    await clickButton(rowOf(page, 1), /Retry payment/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retry payment' }).click();
    await expect(rowOf(page, 1)).toHaveCount(0);
    await page.goBack();
    await expect(rowOf(page, 2)).toHaveCount(1);
  });

  await test.step('rejects with a reason and returns the coins', async () => {
    await clickButton(rowOf(page, 2), /Reject/);
    await page.getByRole('textbox').last().fill('Wrong UPI');
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Withdrawal rejected successfully!').first()).toBeVisible();
    await expect.poll(() => world.platform.balance(PEOPLE[2]!.uid)).toBe(100);
  });

  await test.step('Reject All shows count and amount', async () => {
    await page.getByRole('button', { name: 'Reject All (1)' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(
      'Are you sure you want to reject ALL 1 pending withdrawals? This action cannot be undone and will return coins to all users.',
    );
    await page.getByRole('button', { name: 'Reject 1 withdrawal' }).click();
    await clickButton(page.getByRole('alertdialog'), 'Reject 1 withdrawal');
    await expect(page.getByText('1 pending withdrawal rejected').first()).toBeVisible();
    await expect(page.getByText('No pending withdrawals')).toBeVisible();
  });

  // covers 001-2.11
  await test.step('shows matching totals in the history and opens each withdrawal by URL', () => showPage(page));
  expect(provider.book.summary()).toMatchObject({ paid: before.paid + 2, doublePayouts: 0, refusedDuplicates: 0 });
});

async function fourRequests(world: TestWorld): Promise<void> {
  const { mailbox } = world;
  // Rejects what previous journeys have left.
  await world.call(rejectAllWithdrawals, { body: {} });
  await setPayoutKey(world, mailbox, ADMIN.email, 'a-first-key-0000');
  await giveCoins(world, PEOPLE, 100);
  for (const [index, { uid }] of PEOPLE.entries()) {
    const { status } = await world.platform.requestWithdrawal({
      uid,
      coins: 100,
      paymentMethod: { type: 'upi', upiId: upiOf(index) },
    });
    expect(status).toBe(200);
  }
}

async function saveSettings(page: Page, world: TestWorld): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Settings' })).toBeVisible();

  await page.getByRole('button', { name: 'Show the API key' }).click();
  const proof = page.getByRole('dialog', { name: 'Show the API key' });
  await expectAccessible(page, 'Show the API key');
  await proof.getByLabel('Your password').fill(ADMIN.password);
  await proof.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByLabel('Payout provider API key', { exact: true })).toHaveValue('a-first-key-0000');
  await page.getByLabel('Payout provider API key', { exact: true }).fill(PAYOUT_KEY);
  // Stays changed: no later journey uses it, and codes go to the signed-in admin.
  await page.getByLabel('Admin email').fill('desk@muneem.example');
  const since = new Date();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  const modal = page.getByRole('dialog', { name: 'OTP verification' });
  await expect(modal).toContainText(`Admin email: ${ADMIN.email} → desk@muneem.example`);
  await expectAccessible(page, 'OTP verification');
  await modal.getByRole('button', { name: 'Send OTP' }).click();
  const { code } = await world.mailbox.waitForMail(ADMIN.email, { since, fits: (mail) => mail.code !== undefined });
  await modal.getByLabel('OTP').fill(code!);
  await expect(page.getByText('Settings updated successfully').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Admin email')).toHaveValue('desk@muneem.example');
}

async function showPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View History' }).click();
  await expect(page).toHaveURL(/history=1/);
  const history = page.getByRole('dialog', { name: 'Withdrawal History' });
  await history
    .getByRole('searchbox')
    .or(history.getByPlaceholder(/Search/))
    .first()
    .fill('person-');
  await expect(history.getByRole('row')).toHaveCount(5);
  await expect(history).toContainText('₹200.00');
  await expectAccessible(page, 'Withdrawal History');
  await history.getByLabel('Status').selectOption('rejected');
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history).toContainText('Wrong UPI');
  await history.getByLabel('Status').selectOption('completed');
  // The rejected rows stay until the completed ones arrive.
  await expect(history).not.toContainText('Wrong UPI');
  await history
    .getByRole('link', { name: /Details/ })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: 'Withdrawal Details' });
  await expect(details).toContainText('Reference ID');
  await expect(details).toContainText('SUCCESS');
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Withdrawal Details' })).toContainText('SUCCESS');
}

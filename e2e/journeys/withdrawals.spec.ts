import type { Page } from '@playwright/test';
import { clickButton } from '../support/answers.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const PEOPLE = ['Meera Iyer', 'Kabir Khan', 'Zoya Ali'].map((name, index) => ({ uid: `money-${index}`, name }));
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const upiOf = (index: number): string => `money-${index}@okbank`;
const rowOf = (page: Page, index: number) => page.getByRole('row').filter({ hasText: upiOf(index) });

// covers 001-1.1
test('pays, retries and rejects withdrawals, and lists them in the history', async ({ page, world }) => {
  const { provider } = world;
  await test.step('all users request a withdrawal', () => requestWithdrawals(world, PEOPLE));
  await signIn(page, world, '/verify-withdrawals');
  await expect(page.getByRole('heading', { level: 1, name: 'Verify Withdrawals' })).toBeVisible();
  const before = provider.book.summary();
  await expect(page.getByText(rupees.format(before.balancePaise / 100))).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
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
    await expect(page.getByText('No pending withdrawals')).toBeVisible();
  });

  // covers 001-2.11
  await test.step('shows matching totals in the history and opens each withdrawal by URL', () => showPage(page));
  expect(provider.book.summary()).toMatchObject({ paid: before.paid + 2, doublePayouts: 0, refusedDuplicates: 0 });
});

async function showPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View History' }).click();
  await expect(page).toHaveURL(/history=1/);
  const history = page.getByRole('dialog', { name: 'Withdrawal History' });
  await history
    .getByRole('searchbox')
    .or(history.getByPlaceholder(/Search/))
    .first()
    .fill('money-');
  await expect(history.getByRole('row')).toHaveCount(4);
  await expect(history).toContainText('₹200.00');
  await expectAccessible(page, 'Withdrawal History');
  await history.getByLabel('Status').selectOption('rejected');
  await expect(history.getByRole('row')).toHaveCount(2);
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

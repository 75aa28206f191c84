import { answer } from '../support/answers.ts';
import { WITHDRAWALS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const MOVED =
  'It was sent with another payout key, account or provider. The current one cannot see whether it was paid. Check the account that sent it.';
const item = (sentElsewhere: boolean) => ({
  kind: 'unknown',
  withdrawal: { ...WITHDRAWALS[1]!, id: sentElsewhere ? 'wd-moved' : 'wd-here', needsAttention: true },
  since: '2026-11-19T06:30:00.000Z',
  message: sentElsewhere ? MOVED : 'The outcome of the payment is unknown',
  sentElsewhere,
  actions: ['look_up', 'declare_not_paid'],
});

test('warns before declaring a payment of another account as not paid', async ({ page, world }) => {
  await signIn(page, world);
  const items = [item(true), item(false)];
  const counts = { unknown: 2, payment_failed: 0, reversed: 0 };
  const body = { success: true, items, total: 2, counts, alerts: [], openDifferences: 0, asOf: items[0]!.since };
  await page.route('**/api/payouts/attention*', answer(body));
  await page.goto('/payouts?view=attention');
  const declare = page.getByRole('button', { name: 'Declare not paid' });
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(page.getByText(MOVED, { exact: true })).toBeVisible();

  await declare.first().click();
  await expect(question).toContainText('Check the dashboard of the account that sent it.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await declare.last().click();
  await expect(question).toContainText('The provider has not found it for a day.');
});

import { answer, callOf, expectText, holdBack } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { AUTO_PAYOUT as AUTO, BALANCE, listWithdrawalRows, WITHDRAWALS } from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

const MOVED =
  'It was sent with another payout key, account or provider. The current one cannot see whether it was paid. Check the account that sent it.';
const item = (sentElsewhere: boolean) => ({
  kind: 'unknown',
  withdrawal: { ...WITHDRAWALS[1]!, id: sentElsewhere ? 'wd-moved' : 'wd-here', needsAttention: true },
  since: '2026-11-19T06:30:00.000Z',
  message: sentElsewhere ? MOVED : 'The outcome of the payment is unknown',
  sentElsewhere,
  actions: ['look_up', 'declare_not_paid', 'accept_transaction'],
});

test('shows withdrawals, balance and Auto Payout', async ({ page, world }) => {
  await signIn(page, world);
  await listWithdrawalRows(page);
  const screen = '/verify-withdrawals';
  const approveButton = page.getByRole('button', { name: /^Approve: / });
  const rejectButton = page.getByRole('button', { name: /^Reject: / });
  const question = page.getByRole('alertdialog');

  // covers 001-2.8 001-9.3
  await test.step('lists pending first, with Approve and Reject on pending rows only', async () => {
    await openPath(page, screen);
    await expect(page.getByRole('tab', { name: /^Pending/ })).toHaveAttribute('aria-selected', 'true');
    // Seven of the specification, and Flags (docs/decisions/withdrawals-screen.md).
    await expect(page.getByRole('columnheader').filter({ hasText: /./ })).toHaveText([
      'User',
      'Amount',
      'Coins Used',
      'Date Requested',
      'Status',
      'Payment Method',
      'Flags',
      'Actions',
    ]);
    await page.getByRole('tab', { name: 'All', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(6);
    await expect(approveButton).toHaveCount(1);
    await expect(rejectButton).toHaveCount(1);
    // The buttons name the user and the amount.
    for (const name of ['Approve: Person 0, ₹100.00', 'Reject: Person 0, ₹100.00'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
    for (const name of ['Retry payment: Person 4, ₹104.50', 'Return coins: Person 4, ₹104.50'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
    for (const [index, word] of ['Pending', 'Processing', 'Completed', 'Rejected', 'Payment failed'].entries())
      await expect(page.getByRole('row').nth(index + 1)).toContainText(word);
    // Each row shows the wallet and earlier withdrawals.
    await expect(page.getByRole('row').nth(1)).toContainText('Wallet 1,250');
    await expect(page.getByRole('row').nth(1)).toContainText('Nothing paid so far');
    await expect(page.getByRole('row').nth(4)).toContainText('So far 3 paid, 1 rejected');
  });

  // covers 001-2.6 001-7.4
  await test.step('searches and filters by days on the server', async () => {
    const asked = (act: () => Promise<void>, name: string, value: string) =>
      callOf(page, 'GET', '/api/withdrawals/all', act, { [name]: value });
    const press = (period: string) =>
      page.getByRole('radiogroup', { name: 'Date' }).getByText(period, { exact: true }).click();
    const today = await asked(() => press('Today'), 'period', 'today');
    expect(today.query).toMatchObject({ status: 'all' });
    const week = await asked(() => press('This Week'), 'period', 'week');
    expect(week.query).toMatchObject({ status: 'all' });
    const box = page.getByRole('searchbox', { name: 'Search by UPI ID or account number' });
    const searched = await asked(() => box.fill('okbank'), 'search', 'okbank');
    expect(searched.query).toMatchObject({ status: 'all', period: 'week' });
    const all = await asked(() => press('All'), 'period', 'all');
    expect(all.query).toMatchObject({ search: 'okbank' });
    // A refresh asks again only after the first answer of this search.
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    const refreshed = await callOf(page, 'GET', '/api/withdrawals/all', () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    expect(refreshed.bearer).toBe(true);
  });

  // covers 001-2.4
  await test.step('shows the balance and its loading state', async () => {
    const release = await holdBack(page, '**/api/bulkpe/balance', answer(BALANCE));
    await openPath(page, screen);
    await expectText(page, 'Loading balance...');
    release();
    const banner = page.getByRole('region', { name: 'Payout provider balance' });
    await expect(banner).toContainText('₹1,234.50 INR');
  });

  // covers 001-2.5 001-7.5
  await test.step('switches Auto Payout without a body, disabled meanwhile', async () => {
    const toggle = page.getByRole('switch', { name: 'Auto Payout' });
    await expect(toggle).not.toBeChecked();
    const running = answer({ ...AUTO, enabled: true, state: 'running' });
    const release = await holdBack(page, '**/api/auto-payout/enable', running);
    // Enabling needs a confirmation, disabling does not.
    await toggle.click();
    await expect(question).toContainText('New withdrawals up to ₹1,000.00 are then approved and paid automatically.');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    const sent = await callOf(page, 'POST', '/api/auto-payout/enable', () =>
      question.getByRole('button', { name: 'Turn on' }).click(),
    );
    expect(sent.body).toBeNull();
    await expect(toggle).toBeDisabled();
    release();
    await expect(toggle).toBeChecked();
  });

  await test.step('warns before declaring a payment of another account as not paid', async () => {
    const items = [item(true), item(false)];
    const counts = { unknown: 2, payment_failed: 0, reversed: 0 };
    const body = { success: true, items, total: 2, counts, alerts: [], openDifferences: 0, asOf: items[0]!.since };
    await page.route('**/api/payouts/attention*', answer(body));
    await page.route('**/accept-transaction', answer({ success: true, message: 'Accepted' }));
    await openPath(page, '/payouts?view=attention');
    const declare = page.getByRole('button', { name: 'Declare not paid' });
    await expect(page.getByText(MOVED, { exact: true })).toBeVisible();

    await declare.first().click();
    await expect(question).toContainText('Check the dashboard of the account that sent it.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await declare.last().click();
    await expect(question).toContainText('The provider has not found it for a day.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Accept new ID' }).first().click();
    await question.getByRole('textbox').fill('TXN000000002');
    const accepted = await callOf(page, 'POST', /\/accept-transaction$/, () =>
      question.getByRole('button', { name: 'Accept new ID' }).click(),
    );
    expect(accepted.body).toEqual({ transactionId: 'TXN000000002' });
  });
});

import { ABORT, answer, callOf, during, refuse, said, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { AUTO_PAYOUT as AUTO, BALANCE, listWithdrawalRows } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

test('shows withdrawals, balance and Auto Payout, and reports failures with the specified texts', async ({
  page,
  world,
}) => {
  allowConsoleErrors();
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
      callOf(page, 'GET', '/api/withdrawals/all', act, (query) => query.get(name) === value);
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
    const refreshed = await callOf(page, 'GET', '/api/withdrawals/all', () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    expect(refreshed.bearer).toBe(true);
  });

  // covers 001-2.4 001-8.1
  await test.step('shows the balance, its loading state and each error', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/bulkpe/balance', async (route) => {
      await held;
      await route.fulfill({ json: BALANCE });
    });
    await openPath(page, screen);
    await said(page, 'Loading balance...');
    release();
    const banner = page.getByRole('region', { name: 'Payout provider balance' });
    await expect(banner).toContainText('₹1,234.50 INR');
    const failures = [
      [answer({ ...BALANCE, success: false, balance: null, error: 'Your IP is blocked' }), 'Your IP is blocked'],
      [answer({ ...BALANCE, success: false, balance: null }), 'Failed to fetch balance'],
      [refuse('The provider is away.', 500), 'The provider is away.'],
      [failSilently(), 'HTTP error! status: 500'],
      [ABORT, 'Failed to fetch balance'],
    ] as const;
    for (const [how, text] of failures) {
      await page.route('**/api/bulkpe/balance', how);
      await openPath(page, screen);
      await expect(banner.getByRole('alert')).toHaveText(`${text}Try again`);
    }
    await page.unroute('**/api/bulkpe/balance');
    await page.route('**/api/bulkpe/balance', answer(BALANCE));
    await banner.getByRole('button', { name: 'Try again' }).click();
    await expect(banner).toContainText('₹1,234.50 INR');
  });

  // covers 001-2.5 001-7.5 001-8.6
  await test.step('switches Auto Payout without a body, disabled meanwhile, silent on failure', async () => {
    const toggle = page.getByRole('switch', { name: 'Auto Payout' });
    await expect(toggle).not.toBeChecked();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/auto-payout/enable', async (route) => {
      await held;
      await route.fulfill({ json: { ...AUTO, enabled: true, state: 'running' } });
    });
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
    await during(page, '**/api/auto-payout/disable', ABORT, async () => {
      await toggle.click();
      await expect(toggle).toBeEnabled();
      await expect(toggle).toBeChecked();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
    await during(page, '**/api/auto-payout/status', failSilently(), async () => {
      await openPath(page, screen);
      await expect(approveButton).toBeVisible();
      await expect(toggle).toBeDisabled();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
  });

  // covers 001-8.7
  await test.step('reports a failed list and allows no decision', async () => {
    await during(page, '**/api/withdrawals/all*', refuse('The ledger is locked'), async () => {
      await openPath(page, screen);
      await said(page, 'Failed to load withdrawals: The ledger is locked');
      await expect(page.getByRole('button', { name: /^Reject All/ })).toBeDisabled();
    });
  });
});

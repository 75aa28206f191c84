import type { Route } from '@playwright/test';
import { ABORT, answer, callOf, during, refuse, said, speechless } from '../support/answers.ts';
import {
  AUTO_PAYOUT as AUTO,
  BALANCE,
  listWithdrawalRows,
  withdrawalDetails,
  WITHDRAWALS as ROWS,
} from '../support/rows.ts';
import { expect, signIn, test } from '../support/test.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

/** Something between the browser and the server answers. */
const proxy = (status: number, body: string) => (route: Route) => route.fulfill({ status, body });

const PENDING = ROWS[0]!;

test('Verify Withdrawals says in the words of the specification what was done and what failed', async ({
  page,
  world,
  complaints,
}) => {
  await signIn(page, world);
  await listWithdrawalRows(page);
  const screen = '/verify-withdrawals';
  const approveButton = page.getByRole('button', { name: /^Approve: / });
  const rejectButton = page.getByRole('button', { name: /^Reject: / });
  const question = page.getByRole('alertdialog');
  const verify = `**/api/withdrawals/${PENDING.id}/verify`;

  // covers 001-2.8 001-9.3
  await test.step('the pending ones first; Approve and Reject on pending rows only', async () => {
    await page.goto(screen);
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
    // Whose, and how much, as it is written everywhere.
    for (const name of ['Approve: Person 0, ₹100.00', 'Reject: Person 0, ₹100.00'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
    for (const name of ['Retry payment: Person 4, ₹104.50', 'Return coins: Person 4, ₹104.50'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
    for (const [index, word] of ['Pending', 'Processing', 'Completed', 'Rejected', 'Payment failed'].entries())
      await expect(page.getByRole('row').nth(index + 1)).toContainText(word);
    // Beside each row what is in the wallet and what became of earlier withdrawals.
    await expect(page.getByRole('row').nth(1)).toContainText('Wallet 1,250');
    await expect(page.getByRole('row').nth(1)).toContainText('Nothing paid so far');
    await expect(page.getByRole('row').nth(4)).toContainText('So far 3 paid, 1 rejected');
  });

  // covers 001-2.6 001-7.4
  await test.step('search and days are asked of the server', async () => {
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
  await test.step('the balance: loading, known, the provider’s own error, the HTTP status, the fixed text', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/bulkpe/balance', async (route) => {
      await held;
      await route.fulfill({ json: BALANCE });
    });
    await page.goto(screen);
    await said(page, 'Loading balance...');
    release();
    const banner = page.getByRole('region', { name: 'Payout provider balance' });
    await expect(banner).toContainText('₹1,234.50 INR');
    const failures = [
      [answer({ ...BALANCE, success: false, balance: null, error: 'Your IP is blocked' }), 'Your IP is blocked'],
      [answer({ ...BALANCE, success: false, balance: null }), 'Failed to fetch balance'],
      [refuse('The provider is away.', 500), 'The provider is away.'],
      [speechless(), 'HTTP error! status: 500'],
      [ABORT, 'Failed to fetch balance'],
    ] as const;
    for (const [how, text] of failures) {
      await page.route('**/api/bulkpe/balance', how);
      await page.goto(screen);
      await expect(banner.getByRole('alert')).toHaveText(`${text}Try again`);
    }
    await page.unroute('**/api/bulkpe/balance');
    await page.route('**/api/bulkpe/balance', answer(BALANCE));
    await banner.getByRole('button', { name: 'Try again' }).click();
    await expect(banner).toContainText('₹1,234.50 INR');
  });

  // covers 001-2.5 001-7.5 001-8.6
  await test.step('Auto Payout: no body, disabled while it changes, silent when it fails', async () => {
    const toggle = page.getByRole('switch', { name: 'Auto Payout' });
    await expect(toggle).not.toBeChecked();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/auto-payout/enable', async (route) => {
      await held;
      await route.fulfill({ json: { ...AUTO, enabled: true, state: 'running' } });
    });
    // On is asked first, off is at once.
    await toggle.click();
    await expect(question).toContainText(
      'New withdrawals up to ₹1,000.00 are then approved and paid without a person.',
    );
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
    await during(page, '**/api/auto-payout/status', speechless(), async () => {
      await page.goto(screen);
      await expect(approveButton).toBeVisible();
      await expect(toggle).toBeDisabled();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
  });

  // covers 001-8.7
  await test.step('a list that does not come is said, and nothing can be decided', async () => {
    await during(page, '**/api/withdrawals/all*', refuse('The ledger is locked'), async () => {
      await page.goto(screen);
      await said(page, 'Failed to load withdrawals: The ledger is locked');
      await expect(page.getByRole('button', { name: /^Reject All/ })).toBeDisabled();
    });
  });

  const approve = async (): Promise<void> => {
    await approveButton.click();
    await question.getByRole('button', { name: 'Approve' }).click();
  };
  const decided = (more: object) =>
    answer({ success: true, message: '', withdrawal: { ...PENDING, status: 'completed' }, ...more });

  // covers 001-3.3 001-4.2 001-5.3 001-6.2 001-6.4 001-7.6 001-8.4 001-8.5
  await test.step('approve: no prompt for a reason, and each outcome in its words', async () => {
    await page.goto(screen);
    await approveButton.click();
    await expect(question).toContainText('Approve this withdrawal and pay ₹100.00 to person-0@okbank?');
    await expect(question.getByRole('textbox')).toHaveCount(0);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.route(
      verify,
      decided({ paymentResult: { success: true, transactionId: 'T-77' }, estimatedTime: '5 minutes' }),
    );
    const sent = await callOf(page, 'POST', `/api/withdrawals/${PENDING.id}/verify`, approve);
    expect(sent.bearer).toBe(true);
    expect(sent.body).toEqual({ userId: PENDING.userId, approved: true, verifiedBy: 'Admin', adminReason: '' });
    await said(page, 'Withdrawal approved and payment initiated! Transaction ID: T-77 Estimated time: 5 minutes');
    await page.route(verify, decided({ paymentResult: { success: false, error: 'Insufficient balance' } }));
    await approve();
    await said(
      page,
      'Withdrawal approved but payment failed. Please check the payout provider account balance and configuration. (Insufficient balance)',
    );
    await page.route(verify, decided({}));
    await approve();
    await said(page, /^Withdrawal approved successfully!/);
  });

  // covers 001-8.3
  await test.step('approve and reject that fail say so, with the error and the HTTP status with the body’s text', async () => {
    const text = 'Failed to process the withdrawal. Please try again.';
    const checked = 'It was checked: nothing was done, and trying again is safe.';
    await page.route(`**/api/withdrawals/${PENDING.id}`, answer(withdrawalDetails(PENDING)));
    for (const [how, why] of [
      [speechless(), `HTTP error! status: 500. ${checked}`],
      [refuse('The ledger is locked.', 500), `The ledger is locked (HTTP status: 500). ${checked}`],
      [proxy(502, 'Bad gateway'), `HTTP error! status: 502 - Bad gateway. ${checked}`],
      [
        proxy(502, '<html><body><h1>502 Bad Gateway</h1></body></html>'),
        `The server could not answer: an error page came instead (HTTP status: 502). ${checked}`,
      ],
      [proxy(403, 'Not from here'), 'HTTP error! status: 403 - Not from here'],
      [refuse('This withdrawal is already approved.'), 'This withdrawal is already approved (HTTP status: 409)'],
      [ABORT, `Network error. ${checked}`],
    ] as const) {
      await during(page, verify, how, async () => {
        await approve();
        await expect(question.getByRole('alert')).toHaveText(`${text} ${why}`);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await rejectButton.click();
        await question.getByRole('textbox').fill('The account is not theirs');
        await question.getByRole('button', { name: 'Reject' }).click();
        await expect(question.getByRole('alert')).toHaveText(`${text} ${why}`);
        // What was typed is not lost, and can be sent again.
        await expect(question.getByRole('textbox')).toHaveValue('The account is not theirs');
        await expect(question.getByRole('button', { name: 'Reject' })).toBeEnabled();
        await question.getByRole('button', { name: 'Cancel' }).click();
      });
    }
  });

  // covers 001-5.1 001-7.6 001-8.5
  await test.step('reject: the reason is optional, and cancelling the prompt rejects nothing', async () => {
    await rejectButton.click();
    await expect(question).toContainText('(optional)');
    await expect(question).toContainText('₹100.00 · Person 0 (person0@mail.example) · 100 coins');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await page.route(verify, decided({}));
    const sent = await callOf(page, 'POST', `/api/withdrawals/${PENDING.id}/verify`, async () => {
      await rejectButton.click();
      await question.getByRole('button', { name: 'Reject' }).click();
    });
    expect(sent.body).toEqual({ userId: PENDING.userId, approved: false, verifiedBy: 'Admin', adminReason: '' });
    await said(page, 'Withdrawal rejected successfully!');
  });

  // covers 001-2.7 001-5.1 001-5.2 001-6.4 001-7.7 001-8.8
  await test.step('reject all: asked with the count, then for a reason; its failure is said with the error', async () => {
    const rejectAll = async (reason = 'Maintenance'): Promise<void> => {
      await page.getByRole('button', { name: 'Reject All (1)' }).click();
      await expect(question).toContainText(
        'Are you sure you want to reject ALL 1 pending withdrawals? This action cannot be undone and will return coins to all users.',
      );
      await question.getByRole('button', { name: 'Reject 1 withdrawal' }).click();
      await question.getByRole('textbox').fill(reason);
      await question.getByRole('button', { name: 'Reject 1 withdrawal' }).click();
    };
    const calls = '**/api/withdrawals/reject-all';
    const checked = 'It was checked: some are still pending; rejecting again returns no coins twice.';
    for (const [how, why] of [
      [speechless(), `HTTP error! status: 500. ${checked}`],
      [refuse('The ledger is locked.', 500), `The ledger is locked. ${checked}`],
      [refuse('The ledger is locked', 500), `The ledger is locked. ${checked}`],
      [refuse('Payouts are stopped.'), 'Payouts are stopped.'],
    ] as const) {
      await during(page, calls, how, async () => {
        await rejectAll();
        const alert = question.getByRole('alert');
        await expect(alert).toHaveText(`Failed to bulk reject withdrawals. Please try again. ${why}`);
        await expect(question.getByRole('textbox')).toHaveValue('Maintenance');
        await question.getByRole('button', { name: 'Cancel' }).click();
      });
    }
    await page.route(calls, answer({ success: true, message: '', rejectedCount: 1, reason: 'Maintenance' }));
    const sent = await callOf(page, 'POST', '/api/withdrawals/reject-all', rejectAll);
    expect(sent.bearer).toBe(true);
    // What came after the list was read is not rejected unseen (docs/decisions/withdrawals-screen.md).
    const readAt = { requestedUntil: '2026-11-20T06:30:00.000Z' };
    expect(sent.body).toEqual({ adminReason: 'Maintenance', verifiedBy: 'Admin', ...readAt });
    await said(page, '1 pending withdrawal rejected');
    const empty = await callOf(page, 'POST', '/api/withdrawals/reject-all', () => rejectAll(''));
    expect(empty.body).toEqual({ adminReason: '', verifiedBy: 'Admin', ...readAt });
    await expect(question).toHaveCount(0);
  });

  // covers 001-5.1
  await test.step('reject all: cancelled at the question or at the reason, nothing is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(request.url()));
    const agree = question.getByRole('button', { name: 'Reject 1 withdrawal' });
    const cancel = question.getByRole('button', { name: 'Cancel' });
    await page.getByRole('button', { name: 'Reject All (1)' }).click();
    await cancel.click();
    await expect(question).toHaveCount(0);
    await page.getByRole('button', { name: 'Reject All (1)' }).click();
    await agree.click();
    await expect(question.getByRole('textbox')).toBeVisible();
    await cancel.click();
    await expect(question).toHaveCount(0);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect.poll(() => sent.filter((url) => url.includes('/api/withdrawals/all')).length).toBeGreaterThan(0);
    expect(sent.filter((url) => url.includes('reject-all'))).toEqual([]);
  });

  await page.goto('about:blank');
  complaints.splice(0);
});

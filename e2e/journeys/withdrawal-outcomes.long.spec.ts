import { ABORT, answer, callOf, during, expectText, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { AUTO_PAYOUT, listWithdrawalRows, WITHDRAWALS } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const PENDING = WITHDRAWALS[0]!;

test('decides withdrawals and reports each outcome', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await listWithdrawalRows(page);
  const approveButton = page.getByRole('button', { name: /^Approve: / });
  const rejectButton = page.getByRole('button', { name: /^Reject: / });
  const question = page.getByRole('alertdialog');
  const verify = `**/api/withdrawals/${PENDING.id}/verify`;

  const approve = async (): Promise<void> => {
    await approveButton.click();
    await question.getByRole('button', { name: 'Approve' }).click();
  };
  const decided = (more: object) =>
    answer({ success: true, message: '', withdrawal: { ...PENDING, status: 'completed' }, ...more });

  // covers 001-3.3 001-4.2 001-5.3 001-6.2 001-6.4 001-7.6 001-8.4 001-8.5
  await test.step('approves without a prompt and reports each outcome', async () => {
    await page.goto('/verify-withdrawals');
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
    await expectText(page, 'Withdrawal approved and payment initiated! Transaction ID: T-77 Estimated time: 5 minutes');
    await page.route(verify, decided({ paymentResult: { success: false, error: 'Insufficient balance' } }));
    await approve();
    await expectText(
      page,
      'Withdrawal approved but payment failed. Please check the payout provider account balance and configuration. (Insufficient balance)',
    );
    await page.route(verify, decided({}));
    await approve();
    await expectText(page, /^Withdrawal approved successfully!/);
  });

  // covers 001-5.1 001-7.6 001-8.5
  await test.step('rejects with an optional reason; cancelling the prompt changes nothing', async () => {
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
    await expectText(page, 'Withdrawal rejected successfully!');
  });

  // covers 001-2.7 001-5.1 001-5.2 001-6.4 001-7.7
  await test.step('Reject All confirms the count, and asks for a reason', async () => {
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
    await page.route(calls, answer({ success: true, message: '', rejectedCount: 1, reason: 'Maintenance' }));
    const sent = await callOf(page, 'POST', '/api/withdrawals/reject-all', rejectAll);
    expect(sent.bearer).toBe(true);
    // Withdrawals that arrive later are not rejected unseen (docs/decisions/withdrawals-screen.md).
    const readAt = { requestedUntil: '2026-11-20T06:30:00.000Z' };
    expect(sent.body).toEqual({ adminReason: 'Maintenance', verifiedBy: 'Admin', ...readAt });
    await expectText(page, '1 pending withdrawal rejected');
    const empty = await callOf(page, 'POST', '/api/withdrawals/reject-all', () => rejectAll(''));
    expect(empty.body).toEqual({ adminReason: '', verifiedBy: 'Admin', ...readAt });
    await expect(question).toHaveCount(0);
  });

  // covers 001-5.1
  await test.step('Reject All sends nothing if cancelled', async () => {
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

  // covers 001-8.6
  await test.step('keeps Auto Payout as it is on failure, without a word', async () => {
    const toggle = page.getByRole('switch', { name: 'Auto Payout' });
    await page.route('**/api/auto-payout/status', answer({ ...AUTO_PAYOUT, enabled: true, state: 'running' }));
    await openPath(page, '/verify-withdrawals');
    await expect(toggle).toBeChecked();
    await during(page, '**/api/auto-payout/disable', ABORT, async () => {
      await toggle.click();
      await expect(toggle).toBeEnabled();
      await expect(toggle).toBeChecked();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
    await during(page, '**/api/auto-payout/status', failSilently(), async () => {
      await openPath(page, '/verify-withdrawals');
      await expect(approveButton).toBeVisible();
      await expect(toggle).toBeDisabled();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
  });
});

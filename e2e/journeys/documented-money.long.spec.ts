import { ABORT, answer, callOf, clickButton, during, expectExactText, failSilently, said } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { WITHDRAWALS, withdrawalDetails } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const AT = '2026-11-20T06:30:00.000Z';
const withdrawal = (id: string, userName: string, more: object = {}) => ({
  id,
  userId: `user-${id}`,
  userName,
  userEmail: `${id}@mail.example`,
  amount: 100.5,
  coins: 100,
  date: AT,
  status: 'pending',
  paymentMethod: { type: 'upi', upiId: `${id}@okbank` },
  ...more,
});
const ALL = [
  withdrawal('wd-1', 'Asha Rao'),
  withdrawal('wd-2', 'Bala Iyer'),
  withdrawal('wd-3', 'Chitra Sen', {
    status: 'completed',
    paymentMethod: { type: 'bank', accountNumber: '001234567', ifscCode: 'HDFC0001' },
    transactionId: 'UTR-77',
    verifiedBy: 'Admin',
    verifiedDate: AT,
  }),
];
const CLAIM = {
  id: 'oc-1',
  offerId: 'ofr-1',
  title: 'Rummy',
  offerType: 'regular',
  coins: 250,
  userId: 'asha-1',
  userName: 'Asha Rao',
  date: AT,
};

test('decides withdrawals and claims with only the specified fields', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const question = page.getByRole('alertdialog');
  const row = (name: string) => page.locator('tbody tr[data-row]').filter({ hasText: name });
  for (const [calls, how] of [
    ['**/api/withdrawals/all*', answer({ success: true, withdrawals: ALL })],
    ['**/api/bulkpe/balance', answer({ success: true, balance: 1234.5 })],
    ['**/api/payouts/attention*', failSilently(404)],
    ['**/api/bulk-runs*', failSilently(404)],
    ['**/api/offers/pending*', answer([CLAIM])],
  ] as const)
    await page.route(calls, how);
  const waiting = { id: CLAIM.id, status: 'pending', verifiedBy: null, coins: 250, creditedCoins: 0 };
  await page.route('**/api/offers/pending/*', answer({ success: true, claim: waiting }));
  await page.route('**/api/withdrawals/wd-*', (route) => {
    const row = ALL.find(({ id }) => route.request().url().endsWith(id))!;
    const known = WITHDRAWALS[0]!;
    const paymentMethod = { ...known.paymentMethod, ...row.paymentMethod };
    return route.fulfill({ json: withdrawalDetails({ ...known, ...row, paymentMethod } as typeof known) });
  });
  let isOn = false;
  await page.route('**/api/auto-payout/*', (route) => {
    const [, what] = /auto-payout\/(\w+)/.exec(route.request().url()) ?? [];
    if (what !== 'status') isOn = what === 'enable';
    return route.fulfill({ json: what === 'status' ? { enabled: isOn } : {} });
  });

  // covers 001-3.4 001-7.4
  await test.step('shows the list, its tabs and the banner', async () => {
    await openPath(page, '/verify-withdrawals');
    const banner = page.getByRole('region', { name: 'Payout provider balance' });
    await expect(banner).toContainText('₹1,234.50 INR');
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(2);
    await expect(page.getByRole('tab', { name: /^Pending\s*2$/ })).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Completed\s*1$/ })).toBeVisible();
    await page.getByRole('searchbox').first().fill('wd-2@');
    await expect(row('Asha Rao')).toHaveCount(0);
    await expect(row('Bala Iyer')).toHaveCount(1);
    await openPath(page, '/verify-withdrawals');
    const auto = banner.getByRole('switch', { name: 'Auto Payout' });
    await expect(auto).not.toBeChecked();
    await auto.click();
    await question.getByRole('button', { name: 'Turn on' }).click();
    await expect(auto).toBeChecked();
    await expect(banner).toContainText('New withdrawals are approved automatically.');
    await auto.click();
    await expect(auto).not.toBeChecked();
  });

  // covers 001-7.6
  await test.step('approves one, rejects one, and looks up a lost response', async () => {
    const paid = { paymentResult: { success: true, transactionId: 'T-1' }, estimatedTime: '2 hours' };
    const decide = (name: string, verb: string) => clickButton(row(name), new RegExp(`^${verb}: `));
    await during(page, '**/api/withdrawals/*/verify', ABORT, async () => {
      await decide('Asha Rao', 'Approve');
      await question.getByRole('button', { name: 'Approve' }).click();
      await expect(question).toContainText('Nothing was changed. You can safely try again.');
    });
    await during(page, '**/api/withdrawals/*/verify', answer(paid), async () => {
      await question.getByRole('button', { name: 'Approve' }).click();
      await said(page, 'Withdrawal approved and payment initiated!');
      await said(page, /Transaction ID: T-1/);
      await said(page, /Estimated time: 2 hours/);
    });
    await during(page, '**/api/withdrawals/*/verify', answer({}), async () => {
      await decide('Bala Iyer', 'Reject');
      const { body } = await callOf(page, 'POST', '/api/withdrawals/wd-2/verify', () =>
        question.getByRole('button', { name: 'Reject' }).click(),
      );
      expect(body).toMatchObject({ userId: 'user-wd-2', approved: false, verifiedBy: 'Admin' });
      await said(page, 'Withdrawal rejected successfully!');
    });
  });

  // covers 001-7.6
  await test.step('rejects all pending ones without a cut-off time', async () => {
    await page.route('**/api/withdrawals/reject-all', answer({ rejectedCount: 2, reason: null }));
    await page.getByRole('button', { name: 'Reject All (2)' }).click();
    await question.getByRole('button', { name: 'Reject 2 withdrawals' }).click();
    const reason = question.filter({ hasText: 'Reason for rejecting all pending withdrawals' });
    const { body } = await callOf(page, 'POST', '/api/withdrawals/reject-all', () =>
      reason.getByRole('button', { name: 'Reject 2 withdrawals' }).click(),
    );
    expect(body).toEqual({ adminReason: '', verifiedBy: 'Admin' });
    await said(page, '2 pending withdrawals rejected');
  });

  // covers 001-7.4
  await test.step('shows the details of a withdrawal', async () => {
    await openPath(page, '/verify-withdrawals?withdrawal=wd-3');
    const details = page.getByRole('dialog', { name: 'Withdrawal Details' });
    for (const text of ['Chitra Sen', '001234567', 'HDFC0001', 'UTR-77', 'Completed'])
      await expect(details).toContainText(text);
  });

  // covers 001-7.4
  await test.step('shows the history', async () => {
    const stats = { total: 1, completed: 1, rejected: 0, processing: 0, failed: 0, completedAmount: 100.5 };
    const pagination = { page: 1, limit: 50, total: 1, pages: 1 };
    const json = { success: true, withdrawals: ALL.slice(2), stats, pagination };
    await page.route('**/api/withdrawals/history*', answer(json));
    await openPath(page, '/verify-withdrawals?history=1');
    const history = page.getByRole('dialog', { name: 'Withdrawal History' });
    await expect(history.locator('tbody tr[data-row]')).toHaveCount(1);
    await expect(history).toContainText('Chitra Sen');
  });

  // covers 001-7.9
  await test.step('approves a claim, and keeps one listed whose response was lost', async () => {
    await openPath(page, '/verify-offer');
    await during(page, '**/api/offers/oc-1/verify', ABORT, async () => {
      await clickButton(row('Rummy'), /^Approve: /);
      await question.getByRole('button', { name: 'Approve' }).click();
      await expect(question).toContainText('Nothing was changed');
    });
    await during(page, '**/api/offers/oc-1/verify', answer({}), async () => {
      await question.getByRole('button', { name: 'Approve' }).click();
      await expectExactText(page, 'Offer approved: 250 coins credited to Asha Rao.');
    });
  });
});

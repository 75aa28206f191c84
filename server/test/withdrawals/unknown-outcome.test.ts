// covers own-7.9
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWithdrawalApp, type WithdrawalApp } from './withdrawal-app.ts';

let it: WithdrawalApp;
beforeAll(async () => {
  it = await startWithdrawalApp();
});
afterEach(async () => {
  it.provider.faults.set([]);
  expect(it.provider.book.summary().doublePayouts).toBe(0);
  expect(await it.breaches()).toEqual([]);
});
afterAll(() => it.close());

test.each([
  'cut',
  'cut_midway',
  'http_500',
  'html_200',
  'empty_200',
  'no_status',
  'unknown_status',
  'other_amount',
  'other_reference',
] as const)('%s: stays processing, is looked up, and was paid once', async (fault) => {
  it.provider.faults.set([{ fault }, { fault: 'http_503', call: 'fetchStatus', times: 1 }]);
  const { id, uid, userId } = await it.pending();
  const { body } = await it.approve(id, uid);
  expect(body).toMatchObject({ success: true, message: 'Withdrawal approved successfully!' });
  expect(body.paymentResult).toBeUndefined();
  expect(body.withdrawal).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
  await it.until(id, 'completed');
  expect(await it.transfersOf(id)).toBe(1);
  expect(await it.balances(userId)).toEqual({ wallet: 0, held: 0 });
});

test('pending at the provider: in flight, then paid or failed as it says', async () => {
  it.provider.faults.set([
    { fault: 'pending', times: 1, delayMs: 300 },
    { fault: 'pending_then_failed', times: 1, delayMs: 300 },
  ]);
  const [paid, failed] = [await it.pending(), await it.pending()];
  expect((await it.approve(paid.id, paid.uid)).body).toMatchObject({
    paymentResult: { success: true },
    withdrawal: { status: 'processing', paymentStatus: 'in_flight' },
  });
  await it.approve(failed.id, failed.uid);
  await it.until(paid.id, 'completed');
  await it.until(failed.id, 'payment_failed');
  expect(await it.balances(failed.userId)).toEqual({ wallet: 0, held: 100 });
});

test.each(['timeout_before', 'cut_before'] as const)(
  '%s: nobody knows, so it is never sent again and asks for attention',
  async (fault) => {
    it.provider.faults.set([{ fault, times: 1 }]);
    const { id, uid } = await it.pending();
    const answer = await it.approve(id, uid);
    expect(answer.body.paymentResult).toBeUndefined();
    await expect.poll(async () => (await it.find(id)).needsAttention, { timeout: 25_000 }).toBe(true);
    expect(await it.find(id)).toMatchObject({ status: 'processing' });
    expect(await it.transfersOf(id)).toBe(0);
    expect((await it.call('POST', `/api/withdrawals/${id}/retry-payment`)).status).toBe(409);
  },
  60_000,
);

// covers 001-4.2 own-7.7
test('the admin waits at most 10 s for a provider that never answers; the payment is found out later', async () => {
  it.provider.faults.set([{ fault: 'timeout', times: 1 }]);
  const { id, uid } = await it.pending();
  const startedAt = Date.now();
  const { body } = await it.approve(id, uid);
  expect(Date.now() - startedAt).toBeLessThan(13_000);
  expect(body.paymentResult).toBeUndefined();
  await it.until(id, 'completed');
  expect(await it.transfersOf(id)).toBe(1);
}, 60_000);

// covers own-7.9
import { afterEach, expect, test } from 'vitest';
import { NO_LOOKUP, startWithdrawalApp, UNCLEAR_FAULTS } from './withdrawal-app.ts';

// Slow answers on a busy machine need later look-ups too.
const world = await startWithdrawalApp({ PAYOUT_LOOKUP_DELAYS_S: '0.2,0.2,0.2,0.2,1,2,4' });
afterEach(() => world.endTest());

test('keeps a payment with an unclear answer processing until a look-up finds that it was paid once', async () => {
  const sent: { fault: string; id: string; userId: number }[] = [];
  for (const fault of UNCLEAR_FAULTS) {
    world.provider.faults.set([{ fault, times: 1 }, NO_LOOKUP]);
    const { id, uid, userId } = await world.pending();
    const { body } = await world.approve(id, uid);
    expect(body, fault).toMatchObject({ success: true, message: 'Withdrawal approved successfully!' });
    expect(body.paymentResult, fault).toBeUndefined();
    expect(body.withdrawal, fault).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
    world.endTest();
    sent.push({ fault, id, userId });
  }
  for (const { fault, id, userId } of sent) {
    await world.until(id, 'completed');
    expect(await world.transfersOf(id), fault).toBe(1);
    expect(await world.balances(userId), fault).toEqual({ wallet: 0, held: 0 });
  }
});

test('keeps a payment in flight while it is pending at the provider, then completes or fails it', async () => {
  world.provider.faults.set([
    { fault: 'pending', times: 1, delayMs: 300 },
    { fault: 'pending_then_failed', times: 1, delayMs: 300 },
    NO_LOOKUP,
  ]);
  const [paid, failed] = [await world.pending(), await world.pending()];
  expect((await world.approve(paid.id, paid.uid)).body).toMatchObject({
    paymentResult: { success: true },
    withdrawal: { status: 'processing', paymentStatus: 'in_flight' },
  });
  await world.approve(failed.id, failed.uid);
  world.endTest();
  await world.until(paid.id, 'completed');
  await world.until(failed.id, 'payment_failed');
  expect(await world.balances(failed.userId)).toEqual({ wallet: 0, held: 100 });
});

/** Approves a withdrawal. @returns when the provider has the call and the admin still waits */
async function beginPayment(fault: 'timeout_before' | 'cut_before' | 'timeout') {
  world.provider.faults.set([{ fault, times: 1 }]);
  const { id, uid } = await world.pending();
  const startedAt = performance.now();
  const answer = world.approve(id, uid).then(({ body }) => ({ body, waitedMs: performance.now() - startedAt }));
  await expect.poll(() => world.provider.faults.rules()).toEqual([]);
  return { id, answer };
}

// covers 001-4.2
test('answers the admin within 10 s if the provider never answers, and sends nothing again', async () => {
  const unpaid = [await beginPayment('timeout_before'), await beginPayment('cut_before')];
  const paid = await beginPayment('timeout');
  for (const { answer } of [...unpaid, paid]) {
    const { body, waitedMs } = await answer;
    expect(body.paymentResult).toBeUndefined();
    // The limit is 10 s, doubled for a busy machine.
    expect(waitedMs).toBeLessThan(20_000);
  }
  await world.until(paid.id, 'completed');
  expect(await world.transfersOf(paid.id)).toBe(1);
  for (const { id } of unpaid) {
    await expect.poll(async () => (await world.find(id)).needsAttention, { timeout: 25_000 }).toBe(true);
    expect(await world.find(id)).toMatchObject({ status: 'processing' });
    expect(await world.transfersOf(id)).toBe(0);
    expect((await world.call('POST', `/api/withdrawals/${id}/retry-payment`)).status).toBe(409);
  }
});

// covers own-7.16
import { createHmac } from 'node:crypto';
import { SANDBOX_WEBHOOK_SECRET } from '@muneem/sandbox/payout-provider';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { startWithdrawalApp, UNCLEAR_FAULTS } from '#test/withdrawals/withdrawal-app.ts';

const it = await startWithdrawalApp({ PAYOUT_PROVIDER: 'razorpayx' });
afterEach(() => it.endTest());
afterAll(() => it.close());

const approve = (id: string) => it.verify(id, { approved: true });
const sign = (text: string) => createHmac('sha256', SANDBOX_WEBHOOK_SECRET).update(text).digest('hex');
const tell = (text: string, signature: string | undefined) =>
  it.app.http.fastify.inject({
    method: 'POST',
    url: '/webhooks/razorpayx',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-razorpay-signature': signature }),
    },
    payload: text,
  });
test('pays by UPI and by bank account in paise, each with its own idempotency key', async () => {
  const upi = await it.pending({ coins: 101 });
  const bank = await it.pending({ method: { type: 'bank', accountNumber: '123456789012', ifscCode: 'HDFC0001234' } });
  expect((await approve(upi.id)).body.paymentResult?.success).toBe(true);
  expect((await approve(bank.id)).body.paymentResult?.success).toBe(true);
  expect(await it.find(upi.id)).toMatchObject({ status: 'completed', providerStatus: 'processed' });
  expect(it.provider.book.list()).toMatchObject([
    { mode: 'IMPS', beneficiary: '123456789012@HDFC0001234', amountPaise: 10_000 },
    { mode: 'UPI', beneficiary: 'asha@okbank', amountPaise: 10_100, wire: 'razorpayx' },
  ]);
  expect((await it.call('GET', '/api/bulkpe/balance')).body).toMatchObject({
    success: true,
    provider: 'razorpayx',
    balance: it.provider.book.balancePaise() / 100,
  });
});

test.each(['refuse', 'unauthorized', 'ip_blocked'] as const)(
  '%s: payment_failed, the coins stay held',
  async (fault) => {
    it.provider.faults.set([{ fault }]);
    const { id, userId } = await it.pending();
    expect((await approve(id)).body.paymentResult).toEqual({ success: false, error: expect.any(String) });
    expect(await it.find(id)).toMatchObject({ status: 'payment_failed', paymentStatus: 'refused' });
    expect(await it.balances(userId)).toEqual({ wallet: 0, held: 100 });
  },
);

// covers own-7.9
test.each(UNCLEAR_FAULTS)('%s: stays processing until a look-up finds that it was paid once', async (fault) => {
  it.provider.faults.set([{ fault, times: 1 }]);
  const { id } = await it.pending();
  expect((await approve(id)).body.withdrawal).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
  await it.until(id, 'completed');
  expect(await it.transfersOf(id)).toBe(1);
});

// covers own-7.19
test('treats a reference with several payouts as known, although it was unknown before', async () => {
  const { id } = await it.sent('cut_before');
  await expect.poll(() => it.unheardAt(id), { timeout: 20_000 }).toBeInstanceOf(Date);
  const order = {
    reference: (await it.find(id)).referenceId as string,
    amountPaise: 10_000,
    mode: 'UPI',
    beneficiary: 'asha@okbank',
    beneficiaryName: 'Asha Rao',
    note: '',
    wire: 'razorpayx',
  } as const;
  for (let n = 0; n < 2; n += 1) it.provider.book.accept(order, 'FAILED', 'Rejected');
  await it.age(id, 1);
  await it.call('POST', `/api/withdrawals/${id}/look-up`);
  await expect.poll(() => it.unheardAt(id), { timeout: 20_000 }).toBeNull();
  expect(await it.find(id)).toMatchObject({ paymentStatus: 'unknown' });
});

test('keeps a queued payout in flight until the provider decides', async () => {
  it.provider.faults.set([{ fault: 'pending_then_failed', times: 1, delayMs: 300 }]);
  const { id } = await it.pending();
  expect((await approve(id)).body.withdrawal).toMatchObject({
    paymentStatus: 'in_flight',
    providerStatus: 'processing',
  });
  await it.until(id, 'payment_failed');
  expect(await it.find(id)).toMatchObject({ providerStatus: 'failed', paymentError: expect.any(String) });
});

describe('a reversed payment', () => {
  /** Creates a paid withdrawal that the bank reversed, reported by a signed webhook. */
  async function reversed(): Promise<{ id: string; userId: number }> {
    const { id, userId } = await it.sent();
    const { referenceId } = await it.find(id);
    const transfer = it.provider.book.findByReference(referenceId as string);
    it.provider.book.giveBack(transfer!.transactionId, 'Returned by the beneficiary bank');
    await it.age(id, 1);
    const text = JSON.stringify({
      event: 'payout.reversed',
      payload: { payout: { entity: { reference_id: referenceId } } },
    });
    expect((await tell(text, sign(text))).statusCode).toBe(200);
    await it.until(id, 'payment_failed');
    await it.compare();
    return { id, userId };
  }

  test('holds the coins again, needs attention, and is retried under another reference', async () => {
    const { id, userId } = await reversed();
    expect(await it.balances(userId)).toEqual({ wallet: 0, held: 100 });
    const row = await it.find(id);
    expect(row).toMatchObject({
      reversedAt: expect.any(String),
      paymentStatus: 'not_paid',
      providerStatus: 'reversed',
    });
    const { body } = await it.call<{ items: { kind: string; withdrawal: { id: string }; actions: string[] }[] }>(
      'GET',
      '/api/payouts/attention?kind=reversed',
    );
    expect(body.items.find((item) => item.withdrawal.id === id)).toMatchObject({
      kind: 'reversed',
      actions: ['retry_payment', 'return_coins'],
    });
    expect((await it.call('POST', `/api/withdrawals/${id}/retry-payment`)).status).toBe(200);
    expect(await it.find(id)).toMatchObject({ status: 'completed' });
    expect((await it.find(id)).referenceId).not.toBe(row.referenceId);
    expect(await it.balances(userId)).toEqual({ wallet: 0, held: 0 });
  });

  test('returns the coins once when an admin returns them', async () => {
    const { id, userId } = await reversed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        it.call('POST', `/api/withdrawals/${id}/return-coins`, { adminReason: 'Closed' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await it.balances(userId)).toEqual({ wallet: 100, held: 0 });
  });

  test('can happen twice, and holds the coins once each time', async () => {
    const { id, userId } = await reversed();
    await it.call('POST', `/api/withdrawals/${id}/retry-payment`);
    const { referenceId } = await it.find(id);
    it.provider.book.giveBack(it.provider.book.findByReference(referenceId as string)!.transactionId, 'Again');
    await it.age(id, 1);
    const text = JSON.stringify({ payload: { payout: { entity: { reference_id: referenceId } } } });
    await Promise.all(Array.from({ length: 5 }, () => tell(text, sign(text))));
    await it.until(id, 'payment_failed');
    await it.compare();
    expect(await it.balances(userId)).toEqual({ wallet: 0, held: 100 });
    await it.call('POST', `/api/withdrawals/${id}/return-coins`, {});
    expect(await it.balances(userId)).toEqual({ wallet: 100, held: 0 });
  });
});

describe('the webhook', () => {
  test('only starts a look-up if it calls a paid payment reversed', async () => {
    const { id } = await it.sent();
    await it.age(id, 1);
    const { referenceId } = await it.find(id);
    const text = JSON.stringify({
      event: 'payout.reversed',
      payload: { payout: { entity: { reference_id: referenceId } } },
    });
    await tell(text, sign(text));
    await expect
      .poll(
        async () => {
          const [row] = await it.app.database.query<{ asked: boolean }>(
            sql`select last_call_at > now() - interval '1 minute' as asked from payout_attempts where payable_id = ${id}`,
          );
          return row?.asked;
        },
        { timeout: 15_000 },
      )
      .toBe(true);
    expect(await it.find(id)).toMatchObject({ status: 'completed' });
  });

  test('is refused without a signature, with a wrong one, or changed by one byte', async () => {
    const text = JSON.stringify({ payload: { payout: { entity: { reference_id: 'MNM1' } } } });
    expect((await tell(text, undefined)).statusCode).toBe(401);
    expect((await tell(text, 'ab')).statusCode).toBe(401);
    expect((await tell(`${text} `, sign(text))).statusCode).toBe(401);
    expect((await tell(text, sign(text))).statusCode).toBe(200);
  });
});

// covers own-7.17
test('refuses a payment that the provider would refuse before coins are held', async () => {
  const { uid, userId } = await it.pending({ coins: 1, wallet: 200_001 });
  const ask = (coins: number, paymentMethod: object) => it.request({ uid, coins, paymentMethod });
  expect(await ask(100_001, { type: 'upi', upiId: 'asha@okbank' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { coins: expect.stringContaining('1,00,000') } },
  });
  expect(await ask(10, { type: 'upi', upiId: `${'a'.repeat(101)}@okbank` })).toMatchObject({ status: 400 });
  expect(await it.balances(userId)).toEqual({ wallet: 200_000, held: 1 });
});

// covers own-7.16
import { createHmac } from 'node:crypto';
import { SANDBOX_WEBHOOK_SECRET } from '@muneem/sandbox/payout-provider';
import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { NO_LOOKUP, startWithdrawalApp, UNCLEAR_FAULTS } from '#test/withdrawals/withdrawal-app.ts';

const world = await startWithdrawalApp({ PAYOUT_PROVIDER: 'razorpayx' });
afterEach(() => world.endTest());

const approve = (id: string) => world.verify(id, { approved: true });
const sign = (text: string) => createHmac('sha256', SANDBOX_WEBHOOK_SECRET).update(text).digest('hex');
const tell = (text: string, signature: string | undefined) =>
  world.app.http.fastify.inject({
    method: 'POST',
    url: '/webhooks/razorpayx',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'x-razorpay-signature': signature }),
    },
    payload: text,
  });
test('pays by UPI and by bank account in paise, each with its own idempotency key', async () => {
  const upi = await world.pending({ coins: 101 });
  const bank = await world.pending({
    method: { type: 'bank', accountNumber: '123456789012', ifscCode: 'HDFC0001234' },
  });
  expect((await approve(upi.id)).body.paymentResult?.success).toBe(true);
  expect((await approve(bank.id)).body.paymentResult?.success).toBe(true);
  expect(await world.find(upi.id)).toMatchObject({ status: 'completed', providerStatus: 'processed' });
  expect(world.provider.book.list()).toMatchObject([
    { mode: 'IMPS', beneficiary: '123456789012@HDFC0001234', amountPaise: 10_000 },
    { mode: 'UPI', beneficiary: 'asha@okbank', amountPaise: 10_100, wire: 'razorpayx' },
  ]);
  expect((await world.call('GET', '/api/bulkpe/balance')).body).toMatchObject({
    success: true,
    provider: 'razorpayx',
    balance: world.provider.book.balancePaise() / 100,
  });
});

test.each(['refuse', 'unauthorized', 'ip_blocked'] as const)(
  '%s: payment_failed, the coins stay held',
  async (fault) => {
    world.provider.faults.set([{ fault }]);
    const { id, userId } = await world.pending();
    expect((await approve(id)).body.paymentResult).toEqual({ success: false, error: expect.any(String) });
    expect(await world.find(id)).toMatchObject({ status: 'payment_failed', paymentStatus: 'refused' });
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
  },
);

// covers own-7.9
test.each(UNCLEAR_FAULTS)('%s: stays processing until a look-up finds that it was paid once', async (fault) => {
  world.provider.faults.set([{ fault, times: 1 }, NO_LOOKUP]);
  const { id } = await world.pending();
  expect((await approve(id)).body.withdrawal).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
  world.endTest();
  await world.until(id, 'completed');
  expect(await world.transfersOf(id)).toBe(1);
});

// covers own-7.19
test('treats a reference with several payouts as known, although it was unknown before', async () => {
  const { id } = await world.sent('cut_before');
  await expect.poll(() => world.unheardAt(id), { timeout: 20_000 }).toBeInstanceOf(Date);
  const order = {
    reference: (await world.find(id)).referenceId as string,
    amountPaise: 10_000,
    mode: 'UPI',
    beneficiary: 'asha@okbank',
    beneficiaryName: 'Asha Rao',
    note: '',
    wire: 'razorpayx',
  } as const;
  for (let n = 0; n < 2; n += 1) world.provider.book.accept(order, 'FAILED', 'Rejected');
  await world.age(id, 1);
  await world.call('POST', `/api/withdrawals/${id}/look-up`);
  await expect.poll(() => world.unheardAt(id), { timeout: 20_000 }).toBeNull();
  expect(await world.find(id)).toMatchObject({ paymentStatus: 'unknown' });
});

test('keeps a queued payout in flight until the provider decides', async () => {
  world.provider.faults.set([{ fault: 'pending_then_failed', times: 1, delayMs: 300 }, NO_LOOKUP]);
  const { id } = await world.pending();
  expect((await approve(id)).body.withdrawal).toMatchObject({
    paymentStatus: 'in_flight',
    providerStatus: 'processing',
  });
  world.endTest();
  await world.until(id, 'payment_failed');
  expect(await world.find(id)).toMatchObject({ providerStatus: 'failed', paymentError: expect.any(String) });
});

describe('a reversed payment', () => {
  /** Creates a paid withdrawal that the bank reversed, reported by a signed webhook. */
  async function reversed(): Promise<{ id: string; userId: number }> {
    const { id, userId } = await world.sent();
    const { referenceId } = await world.find(id);
    const transfer = world.provider.book.findByReference(referenceId as string);
    world.provider.book.giveBack(transfer!.transactionId, 'Returned by the beneficiary bank');
    await world.age(id, 1);
    const text = JSON.stringify({
      event: 'payout.reversed',
      payload: { payout: { entity: { reference_id: referenceId } } },
    });
    expect((await tell(text, sign(text))).statusCode).toBe(200);
    await world.until(id, 'payment_failed');
    await world.compare();
    return { id, userId };
  }

  test('holds the coins again, needs attention, and is retried under another reference', async () => {
    const { id, userId } = await reversed();
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
    const row = await world.find(id);
    expect(row).toMatchObject({
      reversedAt: expect.any(String),
      paymentStatus: 'not_paid',
      providerStatus: 'reversed',
    });
    const { body } = await world.call<{ items: { kind: string; withdrawal: { id: string }; actions: string[] }[] }>(
      'GET',
      '/api/payouts/attention?kind=reversed',
    );
    expect(body.items.find((item) => item.withdrawal.id === id)).toMatchObject({
      kind: 'reversed',
      actions: ['retry_payment', 'return_coins'],
    });
    expect((await world.call('POST', `/api/withdrawals/${id}/retry-payment`)).status).toBe(200);
    expect(await world.find(id)).toMatchObject({ status: 'completed' });
    expect((await world.find(id)).referenceId).not.toBe(row.referenceId);
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
  });

  test('returns the coins once when an admin returns them', async () => {
    const { id, userId } = await reversed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.call('POST', `/api/withdrawals/${id}/return-coins`, { adminReason: 'Closed' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await world.balances(userId)).toEqual({ wallet: 100, held: 0 });
  });

  test('can happen twice, and holds the coins once each time', async () => {
    const { id, userId } = await reversed();
    await world.call('POST', `/api/withdrawals/${id}/retry-payment`);
    const { referenceId } = await world.find(id);
    world.provider.book.giveBack(world.provider.book.findByReference(referenceId as string)!.transactionId, 'Again');
    await world.age(id, 1);
    const text = JSON.stringify({ payload: { payout: { entity: { reference_id: referenceId } } } });
    await Promise.all(Array.from({ length: 5 }, () => tell(text, sign(text))));
    await world.until(id, 'payment_failed');
    await world.compare();
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
    await world.call('POST', `/api/withdrawals/${id}/return-coins`, {});
    expect(await world.balances(userId)).toEqual({ wallet: 100, held: 0 });
  });
});

describe('the webhook', () => {
  test('only starts a look-up if it calls a paid payment reversed', async () => {
    const { id } = await world.sent();
    await world.age(id, 1);
    const { referenceId } = await world.find(id);
    const text = JSON.stringify({
      event: 'payout.reversed',
      payload: { payout: { entity: { reference_id: referenceId } } },
    });
    await tell(text, sign(text));
    await expect
      .poll(
        async () => {
          const [row] = await world.app.database.query<{ asked: boolean }>(
            sql`select last_call_at > now() - interval '1 minute' as asked from payout_attempts where payable_id = ${id}`,
          );
          return row?.asked;
        },
        { timeout: 15_000 },
      )
      .toBe(true);
    expect(await world.find(id)).toMatchObject({ status: 'completed' });
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
  const { uid, userId } = await world.pending({ coins: 1, wallet: 200_001 });
  const ask = (coins: number, paymentMethod: object) => world.request({ uid, coins, paymentMethod });
  expect(await ask(100_001, { type: 'upi', upiId: 'asha@okbank' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { coins: expect.stringContaining('1,00,000') } },
  });
  expect(await ask(10, { type: 'upi', upiId: `${'a'.repeat(101)}@okbank` })).toMatchObject({ status: 400 });
  expect(await world.balances(userId)).toEqual({ wallet: 200_000, held: 1 });
});

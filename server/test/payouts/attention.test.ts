// covers own-7.21
import type { AttentionItem, PayoutAlert } from '@muneem/contract/payouts';
import { afterEach, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

interface Attention {
  items: AttentionItem[];
  total: number;
  counts: Record<string, number>;
  alerts: PayoutAlert[];
}

const world = await startWithdrawalApp({ PAYOUT_LOOKUP_DELAYS_S: '90,300' });
afterEach(() => world.endTest());

const attention = async (query = ''): Promise<Attention> =>
  (await world.call<Attention>('GET', `/api/payouts/attention${query}`)).body;
const declare = (id: string, reason = 'The bank says no such transfer') =>
  world.call('POST', `/api/withdrawals/${id}/declare-not-paid`, { reason });

/** Approves a withdrawal whose payment never reached the provider. */
const lost = () => world.sent('cut_before');

test('lists failed and unknown payments, oldest first, with counts and possible actions', async () => {
  const failed = await world.sent('refuse');
  const unknown = await lost();
  expect((await attention()).counts).toEqual({ unknown: 0, payment_failed: 1, reversed: 0 });
  await world.age(unknown.id, 2);
  const { items, total, counts } = await attention();
  expect(counts).toEqual({ unknown: 1, payment_failed: 1, reversed: 0 });
  expect(total).toBe(2);
  expect(items.map(({ kind, withdrawal, actions }) => [kind, withdrawal.id, actions])).toEqual([
    ['unknown', unknown.id, ['look_up']],
    ['payment_failed', failed.id, ['retry_payment', 'return_coins']],
  ]);
  expect(items[1]?.message).toContain('Insufficient balance');
  expect((await attention('?kind=unknown')).items).toHaveLength(1);
  expect((await attention(`?search=${failed.id.toUpperCase()}`)).items).toHaveLength(1);
  expect((await attention('?search=nobody')).total).toBe(0);
  expect((await attention('?page=2&limit=1')).items.map(({ kind }) => kind)).toEqual(['payment_failed']);
});

// covers own-7.10
test('looks an unknown payment up on request, but not within 90 s of the last call', async () => {
  const { id } = await lost();
  const first = await world.call<{ withdrawal: object; nextLookupAt: string }>(
    'POST',
    `/api/withdrawals/${id}/look-up`,
  );
  expect(first).toMatchObject({ status: 200, body: { withdrawal: { paymentStatus: 'unknown' } } });
  expect(Date.parse(first.body.nextLookupAt)).toBeGreaterThan(Date.now() + 60_000);
  await world.bookPaid(id);
  await world.age(id, 1);
  const second = await world.call('POST', `/api/withdrawals/${id}/look-up`);
  expect(second.body).toMatchObject({ withdrawal: { status: 'completed' }, nextLookupAt: null });
  expect(await world.find(id)).toMatchObject({ status: 'completed' });
});

test('lets an admin declare a payment not paid after a day with a reason, and then return the coins once', async () => {
  const { id, userId } = await lost();
  await world.age(id, 23);
  expect((await declare(id)).status).toBe(409);
  await world.age(id, 25);
  expect((await declare(id, '  ')).status).toBe(400);
  expect((await attention('?kind=unknown')).items.find((item) => item.withdrawal.id === id)?.actions).toEqual([
    'look_up',
    'declare_not_paid',
  ]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => declare(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await world.find(id)).toMatchObject({
    status: 'payment_failed',
    paymentError: expect.stringContaining('Declared not paid by admin@example.com: The bank says'),
  });
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
  expect((await world.call('POST', `/api/withdrawals/${id}/return-coins`, {})).status).toBe(503);
  await world.age(id, 25);
  await world.call('POST', `/api/withdrawals/${id}/return-coins`, {});
  expect(await world.balances(userId)).toEqual({ wallet: 100, held: 0 });
});

test('declares nothing not paid while the provider cannot be reached', async () => {
  const { id } = await lost();
  for (const fault of ['http_503', 'unauthorized', 'ip_blocked', 'cut_before', 'html_200'] as const) {
    world.provider.faults.set([{ fault, call: 'fetchStatus' }]);
    await world.age(id, 30);
    expect((await declare(id)).status, fault).toBe(409);
  }
  world.provider.faults.set([]);
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(200);
});

test('does not declare a payment not paid if the last look-up finds that it was paid', async () => {
  const { id } = await lost();
  await world.bookPaid(id);
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(409);
  expect(await world.find(id)).toMatchObject({ status: 'completed' });
});

test('never declares a payment not paid once the provider has returned an id for it', async () => {
  world.provider.faults.set([{ fault: 'other_amount' }]);
  const { id } = await world.sent();
  await world.age(id, 48);
  expect((await declare(id)).status).toBe(409);
});

test('believes no outcome of another transfer under our reference', async () => {
  const { id } = await world.sent('pending_forever');
  const { transactionId } = world.provider.book.findByReference((await world.find(id)).referenceId as string)!;
  const call = async (path: string, known: string) => {
    await world.app.database.execute(
      sql`update payout_attempts set provider_transaction_id = ${known} where payable_id = ${id}`,
    );
    await world.age(id, 1);
    return world.call<{ withdrawal: object }>('POST', `/api/withdrawals/${id}/${path}`);
  };
  for (const word of ['SUCCESS', 'PENDING', 'FAILED'] as const) {
    world.provider.book.settle(transactionId, word, 'The bank says so');
    expect((await call('look-up', 'T-of-another')).body.withdrawal).toMatchObject({
      status: 'processing',
      paymentStatus: 'unknown',
      paymentError: expect.stringContaining('about another transaction'),
    });
  }
  expect((await call('look-up', transactionId)).body.withdrawal).toMatchObject({ status: 'payment_failed' });
  for (const path of ['retry-payment', 'return-coins'])
    expect(await call(path, 'T-of-another')).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('about another transaction') },
    });
  expect((await call('retry-payment', transactionId)).status).toBe(200);
});

test('lets an admin accept the transaction id to which the provider has changed, a day later', async () => {
  const moved = async (word: 'SUCCESS' | 'FAILED') => {
    world.provider.faults.set([{ fault: 'pending_forever', times: 1 }]);
    const { id } = await world.pending();
    await world.verify(id, { approved: true });
    const { transactionId } = world.provider.book.findByReference((await world.find(id)).referenceId as string)!;
    await world.app.database.execute(
      sql`update payout_attempts set provider_transaction_id = 'T-first' where payable_id = ${id}`,
    );
    world.provider.book.settle(transactionId, word, 'The bank says so');
    return { id, transactionId };
  };
  const post = async (id: string, path: string, body?: object) => {
    const answer = await world.call('POST', `/api/withdrawals/${id}/${path}`, body);
    return answer.status;
  };
  const accept = (id: string, transactionId: string) => post(id, 'accept-transaction', { transactionId });
  const actions = async (id: string) =>
    (await attention()).items.find(({ withdrawal }) => withdrawal.id === id)?.actions;

  const paid = await moved('SUCCESS');
  await world.age(paid.id, 2);
  await post(paid.id, 'look-up');
  expect(await actions(paid.id)).toEqual(['look_up']);
  expect(await accept(paid.id, paid.transactionId)).toBe(409);
  await world.age(paid.id, 25);
  expect(await actions(paid.id)).toEqual(['look_up', 'accept_transaction']);
  expect(await accept(paid.id, 'T-first')).toBe(409);
  expect(await accept(paid.id, 'T-mistyped')).toBe(200);
  expect(await world.find(paid.id)).toMatchObject({ status: 'processing' });
  await world.age(paid.id, 25);
  expect(await accept(paid.id, paid.transactionId)).toBe(200);
  expect(await world.find(paid.id)).toMatchObject({ status: 'completed' });
  expect(await accept(paid.id, 'T-third')).toBe(409);

  // The provider changes the id of a payment that it reported as failed.
  const failed = await moved('FAILED');
  await world.app.database.execute(
    sql`update payout_attempts set provider_transaction_id = ${failed.transactionId} where payable_id = ${failed.id}`,
  );
  await world.age(failed.id, 25);
  await post(failed.id, 'look-up');
  expect(await actions(failed.id)).toEqual(['retry_payment', 'return_coins']);
  await world.app.database.execute(
    sql`update payout_attempts set provider_transaction_id = 'T-first' where payable_id = ${failed.id}`,
  );
  await world.age(failed.id, 25);
  expect(await post(failed.id, 'retry-payment')).toBe(503);
  expect(await actions(failed.id)).toEqual(['retry_payment', 'return_coins', 'accept_transaction']);
  expect(await accept(failed.id, failed.transactionId)).toBe(200);
  await world.age(failed.id, 25);
  expect(await post(failed.id, 'retry-payment')).toBe(200);
  expect(await world.find(failed.id)).toMatchObject({ status: 'completed' });
});

test('alerts for a low balance, an unreachable provider and a ledger breach', async () => {
  const kinds = async (): Promise<string[]> => (await attention()).alerts.map(({ kind }) => kind);
  const { id, userId } = await world.pending({ coins: 500 });
  world.provider.book.fund(-world.provider.book.balancePaise() + 49_900);
  expect((await world.call('GET', '/api/bulkpe/balance')).body).toMatchObject({
    balance: 499,
    low: true,
    pendingAmount: 500,
  });
  expect(await kinds()).toEqual(['low_balance']);
  world.provider.faults.set([{ fault: 'http_503', call: 'fetchBalance' }]);
  await world.call('GET', '/api/bulkpe/balance');
  expect(await kinds()).toEqual(['provider_down']);
  world.provider.faults.set([]);
  world.provider.book.fund(1_000_000);
  await withoutTriggers(world.app.database, sql`update wallets set balance = balance + 5 where user_id = ${userId}`);
  expect(await world.breaches()).not.toEqual([]);
  await world.call('GET', '/api/bulkpe/balance');
  expect(await kinds()).toEqual(['ledger']);
  expect((await world.call('GET', '/api/bulkpe/balance')).body).toMatchObject({
    stopped: { since: expect.any(String) },
  });
  expect((await world.verify(id, { approved: true })).status).toBe(503);
  await withoutTriggers(world.app.database, sql`update wallets set balance = balance - 5 where user_id = ${userId}`);
  // Lifts the stop.
  expect(await world.breaches()).toEqual([]);
});

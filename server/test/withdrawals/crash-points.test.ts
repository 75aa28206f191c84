// covers own-7.10
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { paise } from '@muneem/contract/money';
import { sql, transaction } from '#platform/database/index.ts';
import { createPayouts, type Payouts } from '#features/payouts/index.ts';
import { createTestProvider } from '#test/payouts/test-provider.ts';
import { reviveWithdrawal, settleWithdrawal } from '#features/withdrawals/settle-withdrawal.ts';
import { createOutboundHttp } from '#platform/outbound-http/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const http = createOutboundHttp({ allow: ['127.0.0.0/8'], keepAlive: false });

const payoutsThat = (settle: typeof settleWithdrawal, lookupDelaysS = [0.001, 0.001]): Payouts =>
  createPayouts({
    database: world.app.database,
    clock: world.app.clock,
    logger: createLogger('silent'),
    provider: createTestProvider('bulkpe', { http, baseUrl: world.provider.url, apiKey: 'bulkpe-key-1234' }),
    lookupDelaysS,
    settle,
    revive: reviveWithdrawal,
    notifyPaidTwice: () => Promise.resolve(),
  });

/** The app's own workers are off: each test acts as the process that starts after a crash. */
const world = await startWithdrawalApp({ PAYOUT_LOOKUP_DELAYS_S: '90,300' }, { isIdle: true });
const payouts = payoutsThat(settleWithdrawal);
afterEach(() => {
  world.endTest();
  expect(world.provider.book.summary().refusedDuplicates).toBe(0);
});
afterAll(() => http.close());

/** Creates the state after the approval's transaction, if the process died before the call. @returns the attempt's id */
const createAttempt = (id: string): Promise<string> =>
  transaction(world.app.database, async (tx) => {
    await tx.execute(sql`update withdrawals set status = 'processing' where id = ${id}`);
    const attempt = await payouts.create(tx, {
      payableId: id,
      amountPaise: paise(10_000),
      beneficiaryName: 'Asha',
      destination: { upiId: 'asha@okbank', accountNumber: null, ifscCode: null },
    });
    await tx.execute(sql`update withdrawals set last_attempt_id = ${attempt.id} where id = ${id}`);
    return attempt.id;
  });
async function approvedOnly(): Promise<{ id: string; attemptId: string; userId: number }> {
  const { id, userId } = await world.pending();
  return { id, attemptId: await createAttempt(id), userId };
}

const markSending = (attemptId: string) =>
  world.app.database.execute(sql`
    update payout_attempts set status = 'sending', sending_at = now(), next_call_at = now() - interval '1 second' where id = ${attemptId}`);
/** Returns the seconds from its last change to the next call about it. */
const nextCallIn = (attemptId: string): Promise<number> =>
  world.app.database.getValue(sql`
    select extract(epoch from next_call_at - coalesce(sending_at, created_at))::float8 as s from payout_attempts where id = ${attemptId}`);
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

test('sends an attempt once, with several workers, if the process died before it was marked as sent', async () => {
  const { id, attemptId } = await approvedOnly();
  expect(await nextCallIn(attemptId)).toBeCloseTo(20, 0);
  await Promise.all(Array.from({ length: 20 }, () => payouts.send(attemptId)));
  expect(await world.find(id)).toMatchObject({ status: 'completed' });
  expect(world.provider.book.list().filter(({ reference }) => attemptId.endsWith(reference.slice(3)))).toHaveLength(1);
});

// covers own-7.11
test('looks an attempt up and never sends it if the process died between the mark and the call', async () => {
  const { id, attemptId } = await approvedOnly();
  await markSending(attemptId);
  const before = world.provider.book.summary().transfers;
  await payouts.send(attemptId);
  await payouts.lookUp(attemptId);
  expect(world.provider.book.summary().transfers).toBe(before);
  expect(await world.find(id)).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
});

test('completes the withdrawal by a look-up if the process died after the provider accepted', async () => {
  const { id, attemptId, userId } = await approvedOnly();
  await world.bookPaid(id);
  await markSending(attemptId);
  await payouts.send(attemptId);
  await Promise.all(Array.from({ length: 10 }, () => payouts.lookUp(attemptId)));
  expect(await world.find(id)).toMatchObject({ status: 'completed' });
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
});

test('answers an admin after the provider, while the loop looks for due look-ups', async () => {
  const { lookUpSoon, callDue } = payoutsThat(settleWithdrawal, [90, 300]);
  let isOver = false;
  const loop = async (): Promise<void> => {
    while (!isOver) await callDue();
  };
  const loops = [loop(), loop(), loop()];
  const answers: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { id, attemptId } = await approvedOnly();
    await world.bookPaid(id);
    await world.app.database.execute(sql`
      update payout_attempts set status = 'sending', sending_at = now(), next_call_at = now() + interval '1 hour' where id = ${attemptId}`);
    answers.push((await lookUpSoon(attemptId, async () => undefined)).status);
  }
  isOver = true;
  await Promise.all(loops);
  expect(answers).toEqual(Array(10).fill('paid'));
});

test('records the outcome by a look-up if the process died while it stored the outcome', async () => {
  const { id, attemptId } = await approvedOnly();
  const dying = payoutsThat(async () => {
    throw new Error('killed');
  });
  await expect(dying.send(attemptId)).rejects.toThrow('killed');
  expect(await world.find(id)).toMatchObject({ status: 'processing', paymentStatus: 'sending' });
  await pause();
  await payouts.lookUp(attemptId);
  expect(await world.find(id)).toMatchObject({ status: 'completed' });
});

test('cancels a retry that was killed before it was sent, if the first payment succeeds late', async () => {
  const { id, attemptId, userId } = await approvedOnly();
  world.provider.faults.set([{ fault: 'failed', times: 1 }]);
  await payouts.send(attemptId);
  const { referenceId } = await world.find(id);
  const retry = await createAttempt(id);
  const { transactionId } = world.provider.book.findByReference(referenceId as string)!;
  world.provider.book.settle(transactionId, 'SUCCESS', 'Paid');
  expect(await payouts.confirmNotPaid(id, async () => undefined)).toEqual({ verdict: 'paid' });
  const before = world.provider.book.summary().transfers;
  await payouts.send(retry);
  expect(world.provider.book.summary().transfers).toBe(before);
  expect(await world.find(id)).toMatchObject({ status: 'completed', referenceId });
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
});

test('starts a look-up after a webhook about a payment that counts as unsent', async () => {
  const { id, attemptId } = await approvedOnly();
  const { referenceId } = await world.find(id);
  await world.bookPaid(id);
  await markSending(attemptId);
  await world.app.database.execute(sql`
    update payout_attempts set status = 'not_sent', finished_at = now(), last_call_at = now() - interval '1 hour' where id = ${attemptId}`);
  await world.app.database.execute(sql`update withdrawals set status = 'payment_failed' where id = ${id}`);
  const payload = { data: { reference_id: referenceId, trx_status: 'SUCCESS' } };
  await world.app.http.fastify.inject({ method: 'POST', url: '/webhooks/bulkpe', payload });
  await payouts.callDue();
  expect(await world.find(id)).toMatchObject({ status: 'completed' });
});

test('schedules the look-up before the call', async () => {
  const { attemptId } = await approvedOnly();
  world.provider.faults.set([{ fault: 'cut' }]);
  await payouts.send(attemptId);
  expect(await nextCallIn(attemptId)).toBeCloseTo(0, 0);
});

describe('the webhook is a hint', () => {
  const tell = (body: object) =>
    world.app.http.fastify.inject({ method: 'POST', url: '/webhooks/bulkpe', payload: body });

  test('changes nothing, also before our own answer, and moves the look-up to 90 s after the call', async () => {
    const { id, attemptId } = await approvedOnly();
    const { referenceId } = await world.find(id);
    const lie = { data: { reference_id: referenceId, trx_status: 'SUCCESS', amount: 100, utr: '1' } };
    expect((await tell(lie)).statusCode).toBe(200);
    expect(await world.find(id)).toMatchObject({ paymentStatus: 'created' });
    const { database } = world.app;
    await database.execute(sql`
      update payout_attempts set status = 'sending', sending_at = now() - interval '10 minutes', last_call_at = now() - interval '10 minutes',
        next_call_at = now() + interval '1 hour' where id = ${attemptId}`);
    await Promise.all(Array.from({ length: 20 }, () => tell(lie)));
    await payoutsThat(settleWithdrawal, [90, 300]).callDue();
    expect(await world.find(id)).toMatchObject({ paymentStatus: 'unknown' });
    const [row] = await database.query<{ lookups: number; distanceS: number }>(sql`
      select lookups, extract(epoch from next_call_at - last_call_at)::float8 as distance_s from payout_attempts where id = ${attemptId}`);
    expect(row?.lookups).toBe(1);
    await tell(lie);
    const [after] = await database.query<{ lookups: number; distanceS: number }>(sql`
      select lookups, extract(epoch from next_call_at - last_call_at)::float8 as distance_s from payout_attempts where id = ${attemptId}`);
    expect(after?.lookups).toBe(1);
    expect(after?.distanceS).toBeCloseTo(90, 0);
    expect(await world.find(id)).toMatchObject({ status: 'processing' });
  });

  test.each([
    {},
    { data: null },
    { data: { reference_id: 'nobody' } },
    { data: { reference_id: 7 } },
    { reference_id: "x' or 1=1" },
  ])('an unrelated one (%j) is answered and ignored', async (body) => {
    expect((await tell(body)).statusCode).toBe(200);
  });
});

test('refuses in the database a second live attempt, an illegal step, another amount and a deletion', async () => {
  const { id, attemptId } = await approvedOnly();
  const { database } = world.app;
  const again = transaction(database, (tx) =>
    payouts.create(tx, {
      payableId: id,
      amountPaise: paise(10_000),
      beneficiaryName: 'A',
      destination: { upiId: 'a@b', accountNumber: null, ifscCode: null },
    }),
  );
  await expect(again).rejects.toMatchObject({ constraint: 'payout_attempt_live' });
  await payouts.send(attemptId);
  const refused = [
    sql`update payout_attempts set status = 'created', sending_at = null where id = ${attemptId}`,
    sql`update payout_attempts set status = 'unknown' where id = ${attemptId}`,
    sql`update payout_attempts set amount_paise = 1 where id = ${attemptId}`,
    sql`update payout_attempts set sending_at = now() where id = ${attemptId}`,
    sql`delete from payout_attempts where id = ${attemptId}`,
    sql`update withdrawals set status = 'pending' where id = ${id}`,
    sql`update withdrawals set status = 'rejected' where id = ${id}`,
    sql`update withdrawals set coins = 1 where id = ${id}`,
    sql`update withdrawals set upi_id = 'thief@bank' where id = ${id}`,
    sql`delete from withdrawals where id = ${id}`,
  ];
  for (const statement of refused) await expect(database.execute(statement), statement.sql).rejects.toThrow();
});

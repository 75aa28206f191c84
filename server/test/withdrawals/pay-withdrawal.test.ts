import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { holdLock } from '#test/hold-lock.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { sized } from '#test/sized.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

const ROUNDS = sized(500, 10);
/** Fewer than half of the app's connections: each withdrawal has two waiting decisions. */
const AT_ONCE = 5;

const logged: { level: number; msg: string; code?: string; err?: object }[] = [];
const write = (line: string): void => void logged.push(JSON.parse(line) as (typeof logged)[number]);
// On a slow machine 200 approvals wait longer for a connection or a lock than an administrator should.
const world = await startWithdrawalApp(
  { DATABASE_CONNECT_TIMEOUT_S: '30', DATABASE_LOCK_TIMEOUT_S: '60' },
  { logger: pino({ level: 'warn' }, { write }) },
);
beforeEach(() => void logged.splice(0));
afterEach(() => world.endTest());

describe('approve', () => {
  // covers 001-1.1 001-3.1 001-3.3 001-4.2 001-7.6
  test('pays by UPI, completes the withdrawal and settles the hold', async () => {
    const { id, uid, userId } = await world.pending({ coins: 100, wallet: 150 });
    const { status, body } = await world.approve(id, uid);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Withdrawal approved and payment initiated!',
      paymentResult: { success: true, transactionId: expect.any(String) },
      estimatedTime: expect.any(String),
    });
    expect(await world.find(id)).toEqual({
      id,
      userId: uid,
      userName: 'Asha Rao',
      userEmail: 'asha@example.com',
      amount: 100,
      coins: 100,
      date: expect.any(String),
      status: 'completed',
      paymentMethod: { type: 'upi', upiId: 'asha@okbank', accountNumber: null, ifscCode: null },
      transactionId: body.paymentResult?.transactionId,
      bulkpeTransactionId: expect.stringMatching(/^TXN/),
      referenceId: expect.stringMatching(/^MNM/),
      paymentStatus: 'paid',
      providerStatus: 'SUCCESS',
      paymentError: null,
      needsAttention: false,
      reversedAt: null,
      paidBefore: null,
      flags: expect.any(Array),
      waitsBecause: null,
      verifiedBy: 'admin@example.com',
      verifiedDate: expect.any(String),
      adminReason: null,
    });
    expect(await world.balances(userId)).toEqual({ wallet: 50, held: 0 });
    expect(world.provider.book.list()[0]).toMatchObject({
      amountPaise: 10_000,
      mode: 'UPI',
      beneficiary: 'asha@okbank',
      beneficiaryName: 'Asha Rao',
    });
  });

  // covers 001-1.1
  test('pays a bank account by IMPS', async () => {
    const { id, uid } = await world.pending({
      method: { type: 'bank', accountNumber: '123456789012', ifscCode: 'hdfc0001234' },
    });
    expect((await world.approve(id, uid)).body.paymentResult?.success).toBe(true);
    expect(world.provider.book.list()[0]).toMatchObject({ mode: 'IMPS', beneficiary: '123456789012@HDFC0001234' });
  });

  // covers own-7.14
  test('makes one call to the provider for 200 concurrent approvals, and tells the others who approved', async () => {
    const { id, uid } = await world.pending();
    const before = world.provider.book.summary();
    const answers = await Promise.all(Array.from({ length: 200 }, () => world.approve(id, uid)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = answers.filter(({ status }) => status === 409);
    expect(late).toHaveLength(199);
    expect(late[0]?.body).toMatchObject({
      success: false,
      code: 'wrong_state',
      message: expect.stringContaining('by admin@example.com'),
    });
    expect(await world.transfersOf(id)).toBe(1);
    // A second call would not make a second transfer: the provider refuses a known reference.
    const after = world.provider.book.summary();
    expect(after).toMatchObject({ transfers: before.transfers + 1, refusedDuplicates: before.refusedDuplicates });
    // A refusal is no fault.
    expect(logged).toEqual([]);
  });

  // covers own-7.15
  test(`lets one of a concurrent approval and rejection win, ${ROUNDS} times`, async () => {
    // Sessions of their own: the rate limit counts per session.
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => openAdminSession(world.app, `${name}@example.com`)),
    );
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const withdrawals = await Promise.all(Array.from({ length: AT_ONCE }, () => world.pending()));
      const held = await holdLock(world.app.database, 'select 1 from withdrawals where id = any ($1) for update', [
        withdrawals.map(({ id }) => id),
      ]);
      const send = (isSecond: number) =>
        withdrawals.map(({ id, uid }, index) =>
          index % 2 === isSecond
            ? world.verify(id, { userId: uid, approved: true }, one)
            : world.verify(id, { userId: uid, approved: false, adminReason: 'No' }, other),
        );
      const untilWaiting = (count: number) =>
        expect.poll(() => countLockWaits(world.app.database), { interval: 20 }).toBe(count);
      const first = send(0);
      await untilWaiting(AT_ONCE);
      const second = send(1);
      await untilWaiting(2 * AT_ONCE);
      await held.release();
      for (const [index, { id, userId }] of withdrawals.entries()) {
        const answers = await Promise.all([first[index]!, second[index]!]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        const { status } = (await world.call('GET', `/api/withdrawals/${id}`, undefined, one)).body.withdrawal;
        expect(['completed', 'rejected']).toContain(status);
        expect(await world.balances(userId)).toEqual({ wallet: status === 'rejected' ? 100 : 0, held: 0 });
      }
    }
  });

  test.each([
    [{ userId: 'another-user' }, 'userId'],
    [{ coins: 1_000_000 }, 'coins'],
    [{ amount: 99.99 }, 'amount'],
    [{ amount: 100.001 }, 'amount'],
  ])('refuses a body that contradicts the stored withdrawal (%j), and moves nothing', async (body, field) => {
    const { id, userId } = await world.pending();
    const answer = await world.verify(id, { approved: true, ...body });
    expect(answer.status).toBe(409);
    expect(answer.body.errors).toHaveProperty(field);
    expect((await world.find(id)).status).toBe('pending');
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
  });

  test('answers 404 for an unknown withdrawal', async () => {
    expect((await world.verify('wdr_none', { approved: true })).status).toBe(404);
  });

  test('approves nothing while a ledger breach stops payouts', async () => {
    const { id, uid, userId } = await world.pending();
    const { transfers } = world.provider.book.summary();
    await withoutTriggers(world.app.database, sql`update wallets set balance = balance + 5 where user_id = ${userId}`);
    expect(await world.breaches()).not.toEqual([]);
    expect(await world.approve(id, uid)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(logged).toMatchObject([{ level: pino.levels.values['warn'], msg: 'request refused', code: 'unavailable' }]);
    expect(await world.find(id)).toMatchObject({ status: 'pending', verifiedBy: null, referenceId: null });
    expect(world.provider.book.summary().transfers).toBe(transfers);
    await withoutTriggers(world.app.database, sql`update wallets set balance = balance - 5 where user_id = ${userId}`);
    expect(await world.breaches()).toEqual([]);
    expect((await world.approve(id, uid)).status).toBe(200);
  });

  test('logs an error for a failure', async () => {
    const { id, uid } = await world.pending();
    await world.app.database.execute(sql`alter table withdrawals rename to withdrawals_away`);
    expect((await world.approve(id, uid)).status).toBe(500);
    await world.app.database.execute(sql`alter table withdrawals_away rename to withdrawals`);
    expect(logged).toMatchObject([{ level: pino.levels.values['error'], msg: 'request failed', err: {} }]);
  });
});

describe('only a pending withdrawal can be decided', () => {
  const stand = {
    processing: async (id, uid) => {
      world.provider.faults.set([{ fault: 'pending', times: 1, delayMs: 60_000 }]);
      await world.approve(id, uid);
    },
    completed: (id, uid) => world.approve(id, uid),
    rejected: (id, uid) => world.verify(id, { userId: uid, approved: false, adminReason: 'First' }),
    payment_failed: async (id, uid) => {
      world.provider.faults.set([{ fault: 'refuse', times: 1 }]);
      await world.approve(id, uid);
    },
  } satisfies Record<string, (id: string, uid: string) => Promise<unknown>>;

  test.each(
    (Object.keys(stand) as (keyof typeof stand)[]).flatMap((status) => [
      [status, 'approved', true] as const,
      [status, 'rejected', false] as const,
    ]),
    // covers 001-4.1
  )('one that is %s cannot be %s: 409, and nothing moves', async (status, _, approved) => {
    const { id, uid, userId } = await world.pending();
    await stand[status](id, uid);
    const everything = async () => {
      const { status: now, referenceId, verifiedBy, verifiedDate, adminReason } = await world.find(id);
      const { transfers, refusedDuplicates, balancePaise } = world.provider.book.summary();
      return {
        row: { now, referenceId, verifiedBy, verifiedDate, adminReason },
        coins: await world.balances(userId),
        provider: { transfers, refusedDuplicates, balancePaise },
      };
    };
    const before = await everything();
    expect(before.row.now).toBe(status);
    const late = await openAdminSession(world.app, 'late@example.com');
    expect(await world.verify(id, { userId: uid, approved, adminReason: 'Second' }, late)).toMatchObject({
      status: 409,
      body: { success: false, code: 'wrong_state' },
    });
    expect(await everything()).toEqual(before);
  });
});

describe('a payment that the provider refuses', () => {
  test.each(['refuse', 'unauthorized', 'ip_blocked'] as const)(
    // covers 001-4.2
    '%s: payment_failed, the coins stay held',
    async (fault) => {
      world.provider.faults.set([{ fault }]);
      const { id, uid, userId } = await world.pending();
      const { body } = await world.approve(id, uid);
      expect(body.paymentResult).toEqual({ success: false, error: expect.any(String) });
      expect(body.message).toContain('payment failed');
      expect(await world.find(id)).toMatchObject({ status: 'payment_failed', paymentStatus: 'refused' });
      expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
      expect(await world.transfersOf(id)).toBe(0);
    },
  );

  // covers own-7.21
  test('can be retried with a new reference, and is then paid', async () => {
    world.provider.faults.set([{ fault: 'failed', times: 1 }]);
    const { id, uid } = await world.pending();
    expect((await world.approve(id, uid)).body.paymentResult?.success).toBe(false);
    const first = await world.find(id);
    expect(first).toMatchObject({ status: 'payment_failed', paymentStatus: 'not_paid', providerStatus: 'FAILED' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.call('POST', `/api/withdrawals/${id}/retry-payment`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const second = await world.find(id);
    expect(second).toMatchObject({ status: 'completed' });
    expect(second.referenceId).not.toBe(first.referenceId);
    const { body } = await world.call<{ attempts: unknown[] }>('GET', `/api/withdrawals/${id}`);
    expect(body.attempts).toHaveLength(2);
  });

  // covers own-7.21
  test('can be given up, which returns the coins once', async () => {
    const { id, userId } = await world.sent('refuse');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.call('POST', `/api/withdrawals/${id}/return-coins`, { adminReason: 'No such account' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await world.find(id)).toMatchObject({ status: 'rejected', adminReason: 'No such account' });
    expect(await world.balances(userId)).toEqual({ wallet: 100, held: 0 });
  });

  test('counts as not sent if the provider cannot be reached', async () => {
    const down = await startWithdrawalApp({ BULKPE_BASE_URL: 'http://127.0.0.1:1' });
    const { id, uid } = await down.pending();
    const { body } = await down.verify(id, { userId: uid, approved: true });
    expect(body.paymentResult?.success).toBe(false);
    expect(await down.find(id)).toMatchObject({ status: 'payment_failed', paymentStatus: 'not_sent' });
  });
});

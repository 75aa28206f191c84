import type { WithdrawalStats, WithdrawalView } from '@muneem/contract/withdrawals';
import { describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

const world = await startWithdrawalApp({ AUTO_PAYOUT_MAX_RUPEES: '150' });

describe('reject', () => {
  // covers 001-4.3 001-6.2
  test('returns the coins once, and stores the reason and the admin', async () => {
    const { id, uid, userId } = await world.pending({ coins: 100, wallet: 130 });
    const act = () =>
      world.verify(id, { userId: uid, approved: false, verifiedBy: 'Another admin', adminReason: 'Wrong account' });
    const answers = await Promise.all(Array.from({ length: 30 }, act));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      message: 'Withdrawal rejected successfully!',
    });
    expect(await world.find(id)).toMatchObject({
      status: 'rejected',
      adminReason: 'Wrong account',
      verifiedBy: 'admin@example.com',
    });
    expect(await world.balances(userId)).toEqual({ wallet: 130, held: 0 });
  });
});

describe('reject all', () => {
  // covers 001-4.4
  test('decides each withdrawal once while others are being approved', async () => {
    const all = [];
    for (let made = 0; made < 40; made += 1) all.push(await world.pending());
    const approvals = all.slice(0, 10).map(({ id, uid }) => world.verify(id, { userId: uid, approved: true }));
    const rejects = [1, 2].map(() =>
      world.call<{ rejectedCount: number; reason: string }>('POST', '/api/withdrawals/reject-all', {
        adminReason: 'Maintenance',
        verifiedBy: 'Admin',
      }),
    );
    const [approved, rejected] = await Promise.all([Promise.all(approvals), Promise.all(rejects)]);
    const paid = approved.filter(({ status }) => status === 200).length;
    const first = await world.call<{ rejectedCount: number; reason: string }>('POST', '/api/withdrawals/reject-all', {
      adminReason: 'Maintenance',
    });
    const count = rejected.reduce((sum, { body }) => sum + body.rejectedCount, first.body.rejectedCount);
    expect(first.body).toMatchObject({ success: true, reason: 'Maintenance' });
    const statuses = await Promise.all(
      all.map(async ({ id, userId }) => ({ ...(await world.find(id)), ...(await world.balances(userId)) })),
    );
    expect(statuses.filter(({ status }) => status === 'completed')).toHaveLength(paid);
    expect(
      statuses.filter(({ status, wallet, held }) => status === 'rejected' && wallet === 100 && held === 0),
    ).toHaveLength(40 - paid);
    expect(count).toBeGreaterThanOrEqual(40 - paid);
  });

  // covers 001-4.4
  test('does not reject withdrawals that were requested after the list was loaded', async () => {
    const seen = await world.pending();
    const { body } = await world.call<{ asOf: string }>('GET', '/api/withdrawals/all?status=pending');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const later = await world.pending();
    await world.call('POST', '/api/withdrawals/reject-all', { requestedUntil: body.asOf });
    expect((await world.find(seen.id)).status).toBe('rejected');
    expect((await world.find(later.id)).status).toBe('pending');
  });

  // covers 001-4.4 001-7.7
  test('rejects all pending withdrawals with only the two fields of the specification', async () => {
    const all = await Promise.all([world.pending(), world.pending(), world.pending()]);
    const pending = async () =>
      (await world.call<{ counts: { pending: number } }>('GET', '/api/withdrawals/all')).body.counts.pending;
    const before = await pending();
    expect(before).toBeGreaterThanOrEqual(3);
    const twoFields = { adminReason: 'Maintenance', verifiedBy: 'Admin' };
    expect((await world.call('POST', '/api/withdrawals/reject-all', twoFields)).body).toMatchObject({
      rejectedCount: before,
      reason: 'Maintenance',
    });
    expect(await pending()).toBe(0);
    expect((await world.call('POST', '/api/withdrawals/reject-all', {})).body).toEqual({
      success: true,
      message: '0 pending withdrawals rejected',
      rejectedCount: 0,
      reason: null,
    });
    for (const { id, userId } of all) {
      expect(await world.find(id)).toMatchObject({ status: 'rejected', adminReason: 'Maintenance' });
      expect(await world.balances(userId)).toEqual({ wallet: 100, held: 0 });
    }
  });
});

describe('lists', () => {
  interface Listed {
    withdrawals: WithdrawalView[];
    total: number;
    counts: Record<string, number>;
    stats: WithdrawalStats;
    pagination: object;
  }
  const get = async (path: string): Promise<Listed> =>
    (await world.call<Listed>('GET', `/api/withdrawals/${path}`)).body;

  // covers 001-4.1 001-7.4
  test('have counts by status that equal the rows after every kind of change', async () => {
    const { counts } = await get('all');
    const rows = await world.app.database.query<{ status: string; n: number }>(
      sql`select status, count(*) as n from withdrawals group by status`,
    );
    expect(counts).toEqual({
      pending: 0,
      processing: 0,
      completed: 0,
      rejected: 0,
      payment_failed: 0,
      ...Object.fromEntries(rows.map(({ status, n }) => [status, n])),
    });
  });

  // covers 001-2.6
  test('find a bank withdrawal by its account number or a part of it', async () => {
    const bank = (accountNumber: string) =>
      world.pending({ method: { type: 'bank', accountNumber, ifscCode: 'HDFC0001234' } });
    const { id } = await bank('905500431877');
    const other = await bank('905500431966');
    for (const search of ['905500431877', '31877', '0043187'])
      expect((await get(`all?search=${search}`)).withdrawals.map((row) => row.id)).toEqual([id]);
    const both = (await get('all?search=9055004319')).withdrawals.map((row) => row.id);
    expect(both).toEqual([other.id]);
    expect((await get('all?search=90550043')).total).toBe(2);
  });

  // covers 001-2.6
  test('use days and weeks of Asia/Kolkata, Monday first', async () => {
    const { id } = await world.pending({ method: { type: 'upi', upiId: 'days@ybl' } });
    const move = (at: string) =>
      withoutTriggers(world.app.database, sql`update withdrawals set created_at = ${at} where id = ${id}`);
    const seen = async (period: string) => (await get(`all?search=days@ybl&period=${period}`)).total;
    world.app.clock.set('2026-11-18T12:00:00Z');
    await move('2026-11-17T18:29:59Z');
    expect([await seen('today'), await seen('week')]).toEqual([0, 1]);
    await move('2026-11-17T18:30:00Z');
    expect([await seen('today'), await seen('week')]).toEqual([1, 1]);
    await move('2026-11-15T18:29:59Z');
    expect([await seen('today'), await seen('week'), await seen('all')]).toEqual([0, 0, 1]);
  });

  // covers 001-3.2 001-7.3 001-9.1
  test('show decided withdrawals in the history, counted by search and dates including the end date', async () => {
    const { id } = await world.pending({ method: { type: 'upi', upiId: 'history@ybl' } });
    expect((await get('history?search=history@ybl')).total).toBe(0);
    await world.verify(id, { approved: true });
    const found = await get('history?search=history@ybl&status=completed&limit=10');
    expect(found).toMatchObject({
      success: true,
      total: 1,
      stats: { total: 1, completed: 1, rejected: 0, processing: 0, failed: 0, completedAmount: 100 },
      pagination: { page: 1, limit: 10, total: 1, pages: 1 },
    });
    // The status filters the rows, not the sums.
    expect(await get('history?search=history@ybl&status=rejected')).toMatchObject({
      total: 0,
      withdrawals: [],
      stats: { total: 1, completed: 1 },
    });
    expect((await get('history?search=history@ybl&startDate=2026-11-18&endDate=2026-11-18')).total).toBe(1);
    expect((await get('history?search=history@ybl&startDate=2026-11-19')).total).toBe(0);
    expect((await get('history')).pagination).toMatchObject({ page: 1, limit: 50 });
    expect((await world.call('GET', '/api/withdrawals/history?startDate=18-11-2026')).status).toBe(400);
  });
});

describe('balance', () => {
  // covers 001-3.4 001-7.2 001-9.3
  test('is the balance of the provider account', async () => {
    const { body } = await world.call<{ balance: number }>('GET', '/api/bulkpe/balance');
    expect(body).toEqual({
      success: true,
      balance: world.provider.book.summary().balancePaise / 100,
      currency: 'INR',
      provider: 'bulkpe',
      pendingAmount: expect.any(Number),
      low: false,
      stopped: null,
      asOf: expect.any(String),
    });
  });
  test.each(['http_503', 'html_200', 'unauthorized', 'cut'] as const)(
    // covers 001-3.4 001-7.2
    '%s: says that it is not known, and why',
    async (fault) => {
      world.provider.faults.set([{ fault, call: 'fetchBalance' }]);
      expect((await world.call('GET', '/api/bulkpe/balance')).body).toMatchObject({
        success: false,
        balance: null,
        currency: 'INR',
        error: expect.any(String),
      });
      world.provider.faults.set([]);
    },
  );
});

describe('auto payout', () => {
  const turn = (on: boolean) =>
    world.call<{ enabled: boolean }>('POST', `/api/auto-payout/${on ? 'enable' : 'disable'}`);

  // covers 001-3.5 001-4.6 001-7.5
  test('starts switched off, and its status follows the switch', async () => {
    expect((await world.call('GET', '/api/auto-payout/status')).body).toEqual({
      success: true,
      enabled: false,
      state: 'off',
      pause: null,
      waiting: 0,
      consecutiveFailures: 0,
      maxAmount: 150,
      userLimit: 150,
      dayLimit: 100_000,
      paidToday: 0,
    });
    expect((await turn(true)).body.enabled).toBe(true);
    expect((await world.call('GET', '/api/auto-payout/status')).body).toMatchObject({
      enabled: true,
      state: 'running',
    });
    await turn(false);
  });

  // covers own-7.22
  test('pays new withdrawals up to the limit, and leaves the others to an admin', async () => {
    const before = await world.pending({ coins: 100 });
    await turn(true);
    const method = (upiId: string) => ({ method: { type: 'upi', upiId } });
    const small = await world.pending({ coins: 150, ...method('small@ybl') });
    const large = await world.pending({ coins: 151, ...method('large@ybl') });
    await expect.poll(async () => (await world.find(small.id)).status, { timeout: 10_000 }).toBe('completed');
    expect((await world.find(small.id)).verifiedBy).toBe('Auto Payout');
    const last = await world.pending({ coins: 10, ...method('last@ybl') });
    await expect.poll(async () => (await world.find(last.id)).status, { timeout: 10_000 }).toBe('completed');
    expect(await world.find(large.id)).toMatchObject({ status: 'pending', waitsBecause: 'More than ₹150' });
    expect(await world.find(before.id)).toMatchObject({ status: 'pending', waitsBecause: null });
    await turn(false);
  });
});

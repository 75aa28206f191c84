import type { BulkRun, BulkRunItem, BulkRunResult } from '@muneem/contract/bulk-runs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { readOutbox } from '#test/outbox.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';

const it = await startWithdrawalApp();
beforeEach(() => it.call('POST', '/api/withdrawals/reject-all', {}));
afterEach(() => it.endTest());
afterAll(() => it.close());

/** A run takes up twelve withdrawals at once. */
const MORE_THAN_TWO_ROUNDS = 26;

interface Prepared {
  run: BulkRun;
  items: BulkRunItem[];
}
const prepare = (body: object, session: TestSession = it.admin) =>
  it.call<Prepared>('POST', '/api/withdrawals/bulk-runs', body, session);
const start = (id: string, body: object, session: TestSession = it.admin) =>
  it.call<{ run: BulkRun; code?: string }>('POST', `/api/bulk-runs/${id}/start`, body, session);
const look = (id: string, after = 0) =>
  it.call<{ run: BulkRun; results: BulkRunResult[] }>('GET', `/api/bulk-runs/${id}?after=${after}`);
const ended = async (id: string) => {
  await expect.poll(async () => (await look(id)).body.run.status, { timeout: 30_000 }).not.toBe('running');
  return (await look(id)).body;
};
const several = async (count: number, upiId: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await it.pending({ method: { type: 'upi', upiId } })).id);
  return ids;
};

/** Requests a reset link. @returns its token */
async function askForReset(email: string): Promise<string> {
  expect((await it.call('POST', '/api/auth/forgot-password', { email })).status).toBe(200);
  const token = async () => {
    const mails = (await readOutbox(it.app)).filter(({ to }) => to?.[0]?.address === email);
    return /reset-password\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(token, { timeout: 10_000 }).not.toBe('');
  return token();
}

/** The number of withdrawals by status. The provider's own count includes payouts in flight from earlier tests. */
async function statusesOf(ids: readonly string[]): Promise<Record<string, number>> {
  const rows = await it.app.database.query<{ status: string; n: number }>(
    sql`select status, count(*)::int as n from withdrawals where id = any (${ids}) group by 1`,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

describe('a bulk payout', () => {
  test('stores a list with its count and rupees, pays it in the background, and records each result', async () => {
    const ids = await several(15, 'bulk-a@okbank');
    await several(2, 'other@okbank');
    const before = it.provider.book.summary().paid;
    const { status, body } = await prepare({ approved: true, search: 'bulk-a@ok', period: 'today' });
    expect(status).toBe(200);
    expect(body.run).toMatchObject({
      kind: 'withdrawals.approve',
      status: 'prepared',
      count: 15,
      isCutShort: false,
      coins: 1500,
      amount: 1500,
      users: 15,
      left: 15,
      by: 'admin@example.com',
    });
    expect(body.items.map(({ itemId }) => itemId)).toEqual(ids);
    expect(body.items[0]).toEqual({ itemId: ids[0], label: 'Asha Rao · bulk-a@okbank', coins: 100, amount: 100 });
    const late = await several(1, 'bulk-a@okbank');

    expect((await start(body.run.id, { count: 15 })).body.run).toMatchObject({ status: 'running' });
    const { run, results } = await ended(body.run.id);
    expect(run).toMatchObject({ status: 'done', left: 0, tally: { done: 15 } });
    expect(results.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(results[0]).toMatchObject({ outcome: 'done', message: expect.stringMatching(/^Transaction ID: ./) });
    expect((await look(run.id, 14)).body.results.map(({ number }) => number)).toEqual([15]);
    expect(it.provider.book.summary().paid).toBe(before + 15);
    // A withdrawal requested after the list was made is not in it.
    expect((await it.find(late[0] as string)).status).toBe('pending');
    const audit = await it.app.database.query<{ action: string; n: number }>(sql`
      select action, count(*) as n from audit_log where entity_id = ${run.id} or entity_id = any (${ids}::text[])
      group by action order by action`);
    expect(audit.map(({ action, n }) => [action, n])).toEqual([
      ['bulk-runs.prepare', 1],
      ['bulk-runs.start', 1],
      ['withdrawals.approve', 15],
      ['withdrawals.complete', 15],
      ['withdrawals.request', 15],
    ]);
  });

  test('reports withdrawals that were decided in the meantime', async () => {
    const ids = await several(3, 'bulk-b@okbank');
    const other = await openAdminSession(it.app, 'second@example.com');
    const { body } = await prepare({ approved: false, search: 'bulk-b@okbank' });
    await it.verify(ids[1] as string, { approved: true }, other);
    await start(body.run.id, { count: 3, adminReason: 'Duplicates' });
    const { run, results } = await ended(body.run.id);
    expect(run).toMatchObject({ status: 'done', tally: { done: 2, refused: 1 }, adminReason: 'Duplicates' });
    expect(results.find(({ itemId }) => itemId === ids[1])).toMatchObject({
      outcome: 'refused',
      message: 'This withdrawal cannot be rejected: it is already paid by second@example.com.',
    });
    expect(await it.find(ids[0] as string)).toMatchObject({ status: 'rejected', adminReason: 'Duplicates' });
  });

  test('pays once when it is started twice, also at the same time', async () => {
    await several(6, 'bulk-c@okbank');
    const before = it.provider.book.summary().paid;
    const { body } = await prepare({ approved: true, search: 'bulk-c@okbank' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => start(body.run.id, { count: 6 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await ended(body.run.id);
    expect((await start(body.run.id, { count: 6 })).body.run.status).toBe('done');
    expect(it.provider.book.summary().paid).toBe(before + 6);
    const [row] = await it.app.database.query<{ n: number }>(
      sql`select count(*) as n from audit_log where action = 'bulk-runs.start' and entity_id = ${body.run.id}`,
    );
    expect(row?.n).toBe(1);
  });

  test('starts only for the admin who prepared it, with the count shown, within an hour, one at a time', async () => {
    await several(2, 'bulk-d@okbank');
    const other = await openAdminSession(it.app, 'second@example.com');
    const first = (await prepare({ approved: true, search: 'bulk-d@okbank' })).body.run;
    expect((await start(first.id, { count: 2 }, other)).body.code).toBe('forbidden');
    expect((await start(first.id, { count: 3 })).body).toMatchObject({ code: 'conflict' });
    expect((await start('run_none', { count: 2 })).body.code).toBe('not_found');
    await it.app.database.execute(
      sql`update bulk_runs set created_at = created_at - interval '61 minutes' where id = ${first.id}`,
    );
    expect((await start(first.id, { count: 2 })).body.code).toBe('wrong_state');
    const second = (await prepare({ approved: true, search: 'bulk-d@okbank' })).body.run;
    // Preparing a run deletes runs that were never started.
    expect((await look(first.id)).status).toBe(404);
    await it.app.database.execute(sql`
      insert into bulk_runs (id, kind, status, admin_id, actor, filter, is_cut_short, item_count, user_count, coins, created_at)
      select 'run_other', kind, 'running', admin_id, actor, filter, false, 1, 1, 1, created_at from bulk_runs where id = ${second.id}`);
    expect((await start(second.id, { count: 2 })).body).toMatchObject({ code: 'wrong_state' });
    await it.app.database.execute(sql`delete from bulk_runs where id = 'run_other'`);
    expect((await prepare({ approved: true, search: 'nobody-has-this' })).body).toMatchObject({
      code: 'wrong_state',
      message: 'No pending withdrawal matches any more.',
    });
    expect((await prepare({ search: '' })).status).toBe(400);
  });

  test('stops paying when its administrator is disabled', async () => {
    await several(MORE_THAN_TWO_ROUNDS, 'bulk-f@okbank');
    const before = it.provider.book.summary().paid;
    const leaving = await openAdminSession(it.app, 'leaving@example.com');
    const { body } = await prepare({ approved: true, search: 'bulk-f@okbank' }, leaving);
    it.provider.faults.set([{ fault: 'slow', delayMs: 1_000, times: MORE_THAN_TWO_ROUNDS }]);
    await start(body.run.id, { count: MORE_THAN_TWO_ROUNDS }, leaving);
    await expect
      .poll(async () => (await look(body.run.id)).body.results.length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    const [admin] = await it.app.database.query<{ id: string }>(
      sql`select id from admins where email = 'leaving@example.com'`,
    );
    const disabled = await it.call('POST', `/api/admins/${admin?.id}/disable`, { password: SESSION_PASSWORD });
    expect(disabled.status).toBe(200);
    const { run } = await ended(body.run.id);
    expect(run).toMatchObject({ status: 'stopped', stopReason: 'Its administrator lost access.' });
    expect(it.provider.book.summary().paid).toBeLessThan(before + MORE_THAN_TWO_ROUNDS);
  });

  test('stops paying when its start races with the disabling of its administrator', async () => {
    await several(MORE_THAN_TWO_ROUNDS, 'bulk-g@okbank');
    it.provider.faults.set([{ fault: 'slow', delayMs: 1_000, times: MORE_THAN_TWO_ROUNDS }]);
    const leaving = await openAdminSession(it.app, 'racing@example.com');
    const { body } = await prepare({ approved: true, search: 'bulk-g@okbank' }, leaving);
    const holder = await it.app.database.pool.connect();
    await holder.query('begin; select from bulk_runs for update');
    const started = start(body.run.id, { count: MORE_THAN_TWO_ROUNDS }, leaving);
    await expect.poll(() => countLockWaits(it.app.database)).toBe(1);
    const [admin] = await it.app.database.query<{ id: string }>(
      sql`select id from admins where email = 'racing@example.com'`,
    );
    const disabled = it.call('POST', `/api/admins/${admin?.id}/disable`, { password: SESSION_PASSWORD });
    await Promise.race([disabled, delay(2_000)]);
    await holder.query('commit');
    holder.release();
    await Promise.all([started, disabled]);
    expect((await ended(body.run.id)).run.status).toBe('stopped');
  });

  test('stops paying when the password of its administrator is reset', async () => {
    await several(MORE_THAN_TWO_ROUNDS, 'bulk-h@okbank');
    const email = 'hijacked@example.com';
    const intruder = await openAdminSession(it.app, email);
    const { body } = await prepare({ approved: true, search: 'bulk-h@okbank' }, intruder);
    it.provider.faults.set([{ fault: 'slow', delayMs: 1_000, times: MORE_THAN_TWO_ROUNDS }]);
    await start(body.run.id, { count: MORE_THAN_TWO_ROUNDS }, intruder);
    const reset = { token: await askForReset(email), newPassword: 'Another-password-1' };
    expect((await it.call('POST', '/api/auth/reset-password', reset)).status).toBe(200);
    const { run } = await ended(body.run.id);
    expect(run).toMatchObject({ status: 'stopped', stopReason: 'Its administrator lost access.' });
  });

  test('does not start when the password of its administrator is reset meanwhile', async () => {
    await several(1, 'bulk-i@okbank');
    const email = 'overtaken@example.com';
    const intruder = await openAdminSession(it.app, email);
    const { body } = await prepare({ approved: true, search: 'bulk-i@okbank' }, intruder);
    const reset = { token: await askForReset(email), newPassword: 'Another-password-1' };
    const holder = await it.app.database.pool.connect();
    await holder.query('begin; select from admins for update');
    const done = it.call('POST', '/api/auth/reset-password', reset);
    await expect.poll(() => countLockWaits(it.app.database)).toBe(1);
    const started = start(body.run.id, { count: 1 }, intruder);
    await expect.poll(() => countLockWaits(it.app.database)).toBe(2);
    await holder.query('commit');
    holder.release();
    expect((await done).status).toBe(200);
    expect((await started).status).toBe(401);
    expect((await look(body.run.id)).body.run.status).toBe('prepared');
  });

  test('stops paying when its administrator chooses a new password', async () => {
    await several(MORE_THAN_TWO_ROUNDS, 'bulk-j@okbank');
    const email = 'wary@example.com';
    const [intruder, owner] = [await openAdminSession(it.app, email), await openAdminSession(it.app, email)];
    const { body } = await prepare({ approved: true, search: 'bulk-j@okbank' }, intruder);
    it.provider.faults.set([{ fault: 'slow', delayMs: 1_000, times: MORE_THAN_TWO_ROUNDS }]);
    await start(body.run.id, { count: MORE_THAN_TWO_ROUNDS }, intruder);
    const change = { currentPassword: SESSION_PASSWORD, newPassword: 'Another-password-1' };
    expect((await it.call('POST', '/api/account/password', change, owner)).status).toBe(200);
    const { run } = await ended(body.run.id);
    expect(run).toMatchObject({ status: 'stopped', stopReason: 'Its administrator chose a new password.' });
  });

  test('leaves the rest pending when it is cancelled, and a new run can pay them', async () => {
    const ids = await several(MORE_THAN_TWO_ROUNDS, 'bulk-e@okbank');
    const { body } = await prepare({ approved: true, search: 'bulk-e@okbank' });
    const other = await openAdminSession(it.app, 'second@example.com');
    it.provider.faults.set([{ fault: 'slow', delayMs: 1_000, times: MORE_THAN_TWO_ROUNDS }]);
    await start(body.run.id, { count: MORE_THAN_TWO_ROUNDS });
    await expect
      .poll(async () => (await look(body.run.id)).body.results.length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    const cancelled = await it.call<{ run: BulkRun }>('POST', `/api/bulk-runs/${body.run.id}/cancel`, {}, other);
    expect(cancelled.body.run.status).toBe('cancelled');
    expect(
      await it.app.database.query(sql`
        select actor_name, entity_id, before, after from audit_log where action = 'bulk-runs.cancel'`),
    ).toEqual([
      {
        actorName: 'second@example.com',
        entityId: body.run.id,
        before: { status: 'running' },
        after: { status: 'cancelled', left: expect.any(Number) as number },
      },
    ]);
    // Decisions in progress are still paid and recorded. No new one follows.
    let calm = 0;
    await expect
      .poll(
        async () => {
          const { processing = 0, completed = 0 } = await statusesOf(ids);
          const recorded = (await look(body.run.id)).body.results.length;
          const isCalm = processing === 0 && completed === recorded;
          calm = isCalm ? calm + 1 : 0;
          return calm;
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBeGreaterThan(4);
    const { run } = (await look(body.run.id)).body;
    expect(run.left).toBeGreaterThan(0);
    expect((await it.find(ids.at(-1) as string)).status).toBe('pending');
    it.provider.faults.set([]);
    await start(body.run.id, { count: MORE_THAN_TWO_ROUNDS });
    const end = await ended(body.run.id);
    expect(end.run).toMatchObject({ status: 'done', left: 0 });
    expect(end.results).toHaveLength(MORE_THAN_TWO_ROUNDS);
    expect(await statusesOf(ids)).toEqual({ completed: MORE_THAN_TWO_ROUNDS });
    const again = await it.call('POST', `/api/bulk-runs/${body.run.id}/cancel`, {});
    expect(again.body.code).toBe('wrong_state');
  }, 90_000);

  test('stops after ten failed payments in a row', async () => {
    const ids = await several(14, 'bulk-f@okbank');
    const { body } = await prepare({ approved: true, search: 'bulk-f@okbank' });
    it.provider.faults.set([{ fault: 'refuse', times: 100 }]);
    await start(body.run.id, { count: 14 });
    const { run } = await ended(body.run.id);
    expect(run).toMatchObject({ status: 'stopped', tally: { failed: 12 }, left: 2 });
    expect(run.stopReason).toContain('The last 10 payments went wrong');
    expect((await it.find(ids[13] as string)).status).toBe('pending');
    expect(
      (await it.call<{ runs: BulkRun[] }>('GET', '/api/bulk-runs?kinds=withdrawals.approve')).body.runs[0],
    ).toEqual(run);
  });

  test('does not start when its audit row cannot be written', async () => {
    await several(1, 'bulk-g@okbank');
    const { body } = await prepare({ approved: true, search: 'bulk-g@okbank' });
    await it.app.database.execute(
      sql`alter table audit_log add constraint full_up check (action not like 'bulk-runs.%') not valid`,
    );
    try {
      expect((await prepare({ approved: true, search: 'bulk-g@okbank' })).status).toBe(500);
      expect((await start(body.run.id, { count: 1 })).status).toBe(500);
      expect((await look(body.run.id)).body.run.status).toBe('prepared');
    } finally {
      await it.app.database.execute(sql`alter table audit_log drop constraint full_up`);
    }
  });
});

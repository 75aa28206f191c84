import type { BulkRun } from '@muneem/contract/bulk-runs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD } from '#test/admin-session.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { readOutbox } from '#test/outbox.ts';
import { ROUND, startBulkRunApp } from './bulk-run-app.ts';
import { holdLock } from '#test/hold-lock.ts';

const world = await startBulkRunApp();
beforeEach(() => world.call('POST', '/api/withdrawals/reject-all', {}));
afterEach(() => world.endTest());

const MORE_THAN_TWO_ROUNDS = 2 * ROUND + 2;

/** Locks rows until the returned function is called. */
const hold = async (rows: string): Promise<() => Promise<void>> =>
  (await holdLock(world.app.database, `select from ${rows} for update`)).release;
/** A round ends only when each of its payments has ended. */
const holdRoundOf = (id: string | undefined) => hold(`withdrawals where id = '${id}'`);
/** On a slow machine the run itself may wait for its blocked payment too. */
const untilLockWaits = (count: number) =>
  expect.poll(() => countLockWaits(world.app.database)).toBeGreaterThanOrEqual(count);

/** Requests a reset link. @returns its token */
async function askForReset(email: string): Promise<string> {
  expect((await world.call('POST', '/api/auth/forgot-password', { email })).status).toBe(200);
  const token = async () => {
    const mails = (await readOutbox(world.app)).filter(({ to }) => to?.[0]?.address === email);
    return /reset-password\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(token).not.toBe('');
  return token();
}

async function disable(email: string) {
  const [admin] = await world.app.database.query<{ id: string }>(sql`select id from admins where email = ${email}`);
  return world.call('POST', `/api/admins/${admin?.id}/disable`, { password: SESSION_PASSWORD });
}

const LOST = 'Its administrator lost access.';
const WAYS = [
  ['is disabled', LOST, disable],
  [
    'resets the password by a link',
    LOST,
    async (email: string) =>
      world.call('POST', '/api/auth/reset-password', {
        token: await askForReset(email),
        newPassword: 'Another-password-1',
      }),
  ],
  [
    'chooses a new password',
    'Its administrator chose a new password.',
    async (email: string) => {
      const change = { currentPassword: SESSION_PASSWORD, newPassword: 'Another-password-1' };
      return world.call('POST', '/api/account/password', change, await openAdminSession(world.app, email));
    },
  ],
] as const;

describe('a bulk payout', () => {
  test.each(WAYS)('stops when its administrator %s', async (way, stopReason, endAccess) => {
    const name = way.replaceAll(' ', '-');
    const [email, upiId] = [`${name}@example.com`, `${name}@okbank`];
    const ids = await world.several(MORE_THAN_TWO_ROUNDS, upiId);
    const session = await openAdminSession(world.app, email);
    const { body } = await world.prepare({ approved: true, search: upiId }, session);
    const release = await holdRoundOf(ids[0]);
    await world.start(body.run.id, { count: MORE_THAN_TWO_ROUNDS }, session);
    await untilLockWaits(1);
    expect((await endAccess(email)).status).toBe(200);
    await release();
    expect((await world.ended(body.run.id)).run).toMatchObject({ status: 'stopped', stopReason });
    // The round that was under way is still paid and recorded.
    await expect.poll(() => world.statusesOf(ids)).toEqual({ completed: ROUND, pending: MORE_THAN_TWO_ROUNDS - ROUND });
  });

  test('stops when its start races with the disabling of its administrator', async () => {
    const ids = await world.several(1, 'bulk-g@okbank');
    const email = 'racing@example.com';
    const leaving = await openAdminSession(world.app, email);
    const { body } = await world.prepare({ approved: true, search: 'bulk-g@okbank' }, leaving);
    const [releaseRun, releaseRound] = [await hold('bulk_runs'), await holdRoundOf(ids[0])];
    const started = world.start(body.run.id, { count: 1 }, leaving);
    await untilLockWaits(1);
    const disabled = disable(email);
    await untilLockWaits(2);
    await releaseRun();
    expect((await started).status).toBe(200);
    expect((await disabled).status).toBe(200);
    await releaseRound();
    expect((await world.ended(body.run.id)).run).toMatchObject({ status: 'stopped', stopReason: LOST });
  });

  test('does not start when the password of its administrator is reset meanwhile', async () => {
    await world.several(1, 'bulk-i@okbank');
    const email = 'overtaken@example.com';
    const intruder = await openAdminSession(world.app, email);
    const { body } = await world.prepare({ approved: true, search: 'bulk-i@okbank' }, intruder);
    const reset = { token: await askForReset(email), newPassword: 'Another-password-1' };
    const release = await hold('admins');
    const done = world.call('POST', '/api/auth/reset-password', reset);
    await untilLockWaits(1);
    const started = world.start(body.run.id, { count: 1 }, intruder);
    await untilLockWaits(2);
    await release();
    expect((await done).status).toBe(200);
    expect((await started).status).toBe(401);
    expect((await world.look(body.run.id)).body.run.status).toBe('prepared');
  });

  test('leaves the rest pending when it is cancelled, and a new run can pay them', async () => {
    const ids = await world.several(MORE_THAN_TWO_ROUNDS, 'bulk-e@okbank');
    const { body } = await world.prepare({ approved: true, search: 'bulk-e@okbank' });
    const other = await openAdminSession(world.app, 'second@example.com');
    const recorded = async () => (await world.look(body.run.id)).body.results.length;
    const release = await holdRoundOf(ids[ROUND]);
    await world.start(body.run.id, { count: MORE_THAN_TWO_ROUNDS });
    await expect.poll(recorded).toBe(ROUND);
    await untilLockWaits(1);
    const cancelled = await world.call<{ run: BulkRun }>('POST', `/api/bulk-runs/${body.run.id}/cancel`, {}, other);
    expect(cancelled.body.run.status).toBe('cancelled');
    expect(
      await world.app.database.query(sql`
        select actor_name, entity_id, before, after from audit_log where action = 'bulk-runs.cancel'`),
    ).toEqual([
      {
        actorName: 'second@example.com',
        entityId: body.run.id,
        before: { status: 'running' },
        after: { status: 'cancelled', left: MORE_THAN_TWO_ROUNDS - ROUND },
      },
    ]);
    await release();
    // The round that was under way is still paid and recorded. No new one follows.
    await expect.poll(recorded).toBe(2 * ROUND);
    expect(await world.statusesOf(ids)).toEqual({ completed: 2 * ROUND, pending: 2 });
    await world.start(body.run.id, { count: MORE_THAN_TWO_ROUNDS });
    const end = await world.ended(body.run.id);
    expect(end.run).toMatchObject({ status: 'done', left: 0 });
    expect(end.results).toHaveLength(MORE_THAN_TWO_ROUNDS);
    expect(await world.statusesOf(ids)).toEqual({ completed: MORE_THAN_TWO_ROUNDS });
    const again = await world.call('POST', `/api/bulk-runs/${body.run.id}/cancel`, {});
    expect(again.body.code).toBe('wrong_state');
  });

  test('stops after ten failed payments in a row', async () => {
    const ids = await world.several(ROUND + 2, 'bulk-f@okbank');
    const { body } = await world.prepare({ approved: true, search: 'bulk-f@okbank' });
    world.provider.faults.set([{ fault: 'refuse', times: 100 }]);
    await world.start(body.run.id, { count: ROUND + 2 });
    const { run } = await world.ended(body.run.id);
    expect(run).toMatchObject({ status: 'stopped', tally: { failed: ROUND }, left: 2 });
    expect(run.stopReason).toContain('The last 10 payments went wrong');
    expect((await world.find(ids[ROUND + 1] as string)).status).toBe('pending');
    expect(
      (await world.call<{ runs: BulkRun[] }>('GET', '/api/bulk-runs?kinds=withdrawals.approve')).body.runs[0],
    ).toEqual(run);
  });
});

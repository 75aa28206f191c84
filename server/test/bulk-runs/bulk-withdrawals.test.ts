import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { startBulkRunApp } from './bulk-run-app.ts';

const world = await startBulkRunApp();
beforeEach(() => world.call('POST', '/api/withdrawals/reject-all', {}));
afterEach(() => world.endTest());

describe('a bulk payout', () => {
  test('stores a list with its count and rupees, pays it in the background, and records each result', async () => {
    const ids = await world.several(15, 'bulk-a@okbank');
    await world.several(2, 'other@okbank');
    const before = world.provider.book.summary().paid;
    const { status, body } = await world.prepare({ approved: true, search: 'bulk-a@ok', period: 'today' });
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
    const late = await world.several(1, 'bulk-a@okbank');

    expect((await world.start(body.run.id, { count: 15 })).body.run).toMatchObject({ status: 'running' });
    const { run, results } = await world.ended(body.run.id);
    expect(run).toMatchObject({ status: 'done', left: 0, tally: { done: 15 } });
    expect(results.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(results[0]).toMatchObject({ outcome: 'done', message: expect.stringMatching(/^Transaction ID: ./) });
    expect((await world.look(run.id, 14)).body.results.map(({ number }) => number)).toEqual([15]);
    expect(world.provider.book.summary().paid).toBe(before + 15);
    // A withdrawal requested after the list was made is not in it.
    expect((await world.find(late[0] as string)).status).toBe('pending');
    const audit = await world.app.database.query<{ action: string; n: number }>(sql`
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

  test('lists the destination in order, whatever direction a name sets', async () => {
    const method = { type: 'upi', upiId: 'bulk-rlo@okbank' };
    await world.pending({ name: 'Asha\u202E Rao\u2067', method });
    const { body } = await world.prepare({ approved: true, search: 'bulk-rlo@ok' });
    expect(body.items.map(({ label }) => label)).toEqual(['Asha Rao · bulk-rlo@okbank']);
  });

  test('reports withdrawals that were decided in the meantime', async () => {
    const ids = await world.several(3, 'bulk-b@okbank');
    const other = await openAdminSession(world.app, 'second@example.com');
    const { body } = await world.prepare({ approved: false, search: 'bulk-b@okbank' });
    await world.verify(ids[1] as string, { approved: true }, other);
    await world.start(body.run.id, { count: 3, adminReason: 'Duplicates' });
    const { run, results } = await world.ended(body.run.id);
    expect(run).toMatchObject({ status: 'done', tally: { done: 2, refused: 1 }, adminReason: 'Duplicates' });
    expect(results.find(({ itemId }) => itemId === ids[1])).toMatchObject({
      outcome: 'refused',
      message: 'This withdrawal cannot be rejected: it is already paid by second@example.com.',
    });
    expect(await world.find(ids[0] as string)).toMatchObject({ status: 'rejected', adminReason: 'Duplicates' });
  });

  test('decides only the selected withdrawals that are pending, and names an own decision made meanwhile', async () => {
    const ids = await world.several(5, 'bulk-s@okbank');
    await world.verify(ids[4] as string, { approved: false });
    const selected = [ids[1], ids[0], ids[2], ids[4]];
    const { body } = await world.prepare({ approved: false, ids: selected });
    expect(body.run).toMatchObject({ kind: 'withdrawals.reject', count: 3, amount: 300, isCutShort: false });
    expect(body.items.map(({ itemId }) => itemId)).toEqual(ids.slice(0, 3));
    await world.verify(ids[2] as string, { approved: false });
    await world.start(body.run.id, { count: 3, adminReason: 'Duplicates' });
    expect((await world.ended(body.run.id)).run).toMatchObject({ status: 'done', tally: { done: 2, already: 1 } });
    expect(await world.statusesOf(ids)).toEqual({ rejected: 4, pending: 1 });
    expect((await world.prepare({ approved: true, ids: selected })).body).toMatchObject({ code: 'wrong_state' });
    for (const wrong of [[], Array.from({ length: 1_001 }, (_, n) => `w${n}`)])
      expect((await world.prepare({ approved: true, ids: wrong })).status).toBe(400);
  });

  test('pays once when it is started twice, also at the same time', async () => {
    await world.several(6, 'bulk-c@okbank');
    const before = world.provider.book.summary().paid;
    const { body } = await world.prepare({ approved: true, search: 'bulk-c@okbank' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.start(body.run.id, { count: 6 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await world.ended(body.run.id);
    expect((await world.start(body.run.id, { count: 6 })).body.run.status).toBe('done');
    expect(world.provider.book.summary().paid).toBe(before + 6);
    const [row] = await world.app.database.query<{ n: number }>(
      sql`select count(*) as n from audit_log where action = 'bulk-runs.start' and entity_id = ${body.run.id}`,
    );
    expect(row?.n).toBe(1);
  });

  test('starts only for the admin who prepared it, with the count shown, within an hour, one at a time', async () => {
    await world.several(2, 'bulk-d@okbank');
    const other = await openAdminSession(world.app, 'second@example.com');
    const first = (await world.prepare({ approved: true, search: 'bulk-d@okbank' })).body.run;
    expect((await world.start(first.id, { count: 2 }, other)).body.code).toBe('forbidden');
    expect((await world.start(first.id, { count: 3 })).body).toMatchObject({ code: 'conflict' });
    expect((await world.start('run_none', { count: 2 })).body.code).toBe('not_found');
    await world.app.database.execute(
      sql`update bulk_runs set created_at = created_at - interval '61 minutes' where id = ${first.id}`,
    );
    expect((await world.start(first.id, { count: 2 })).body.code).toBe('wrong_state');
    const second = (await world.prepare({ approved: true, search: 'bulk-d@okbank' })).body.run;
    // Preparing a run deletes runs that were never started.
    expect((await world.look(first.id)).status).toBe(404);
    await world.app.database.execute(sql`
      insert into bulk_runs (id, kind, status, admin_id, actor, filter, is_cut_short, item_count, user_count, coins, created_at)
      select 'run_other', kind, 'running', admin_id, actor, filter, false, 1, 1, 1, created_at from bulk_runs where id = ${second.id}`);
    expect((await world.start(second.id, { count: 2 })).body).toMatchObject({ code: 'wrong_state' });
    await world.app.database.execute(sql`delete from bulk_runs where id = 'run_other'`);
    expect((await world.prepare({ approved: true, search: 'no-such-name' })).body).toMatchObject({
      code: 'wrong_state',
      message: 'No pending withdrawal matches any more.',
    });
    expect((await world.prepare({ search: '' })).status).toBe(400);
  });

  test('does not start when its audit row cannot be written', async () => {
    await world.several(1, 'bulk-g@okbank');
    const { body } = await world.prepare({ approved: true, search: 'bulk-g@okbank' });
    await world.app.database.execute(
      sql`alter table audit_log add constraint full_up check (action not like 'bulk-runs.%') not valid`,
    );
    try {
      expect((await world.prepare({ approved: true, search: 'bulk-g@okbank' })).status).toBe(500);
      expect((await world.start(body.run.id, { count: 1 })).status).toBe(500);
      expect((await world.look(body.run.id)).body.run.status).toBe('prepared');
    } finally {
      await world.app.database.execute(sql`alter table audit_log drop constraint full_up`);
    }
  });
});

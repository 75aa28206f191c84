import type { BulkRun, BulkRunResult } from '@muneem/contract/bulk-runs';
import { beforeEach, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { proposalCalls, setLimits } from './limits.ts';

const world = await startWithdrawalApp({}, { now: '2026-11-21T06:00:00Z' });
const { app, call } = world;
const { open, confirm } = proposalCalls(call);
const owner = world.admin;
const asha = await openAdminSession(app, 'asha@example.com', { role: 'finance' });
const ravi = await openAdminSession(app, 'ravi@example.com', { role: 'finance' });
beforeEach(() => app.database.execute(sql`delete from second_person_days`));

/** Runs selected withdrawals as one person. */
async function runOf(ids: readonly string[], as: TestSession) {
  const { body } = await call('POST', '/api/withdrawals/bulk-runs', { approved: true, ids }, as);
  await call('POST', `/api/bulk-runs/${body.run.id}/start`, { count: ids.length }, as);
  const look = async () =>
    (await call<{ run: BulkRun; results: BulkRunResult[] }>('GET', `/api/bulk-runs/${body.run.id}`)).body;
  await expect.poll(async () => (await look()).run.status, { timeout: 20_000 }).toBe('done');
  return look();
}
const statusOf = async (id: string) => (await world.find(id)).status;

test('counts the items of a bulk run for the day', async () => {
  await setLimits(app, { day: 250 });
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await world.pending({ coins: 100 })).id));
  const { run, results } = await runOf(ids, asha);
  expect(run.tally).toMatchObject({ done: 2, refused: 2 });
  expect(results.find(({ outcome }) => outcome === 'refused')?.message).toContain(
    'Approve it alone, so that a second person can confirm it.',
  );
});

test('makes one proposal of a run above the limit, and pays each row once', async () => {
  await setLimits(app, { run: 250 });
  const ids = await Promise.all(Array.from({ length: 3 }, async () => (await world.pending({ coins: 100 })).id));
  const { body } = await call('POST', '/api/withdrawals/bulk-runs', { approved: true, ids }, asha);
  const start = () => call('POST', `/api/bulk-runs/${body.run.id}/start`, { count: 3 }, asha);
  expect((await start()).body).toMatchObject({ code: 'second_person' });
  expect((await start()).body).toMatchObject({ code: 'second_person', message: expect.stringContaining('already') });
  const [proposal] = await open(owner);
  const gone = ids[0]!;
  await world.verify(gone, { approved: false }, ravi);
  const answers = await Promise.all([confirm(proposal!.id, ravi), confirm(proposal!.id, owner)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const id of ids.slice(1)) {
    await world.until(id, 'completed');
    expect(await world.transfersOf(id)).toBe(1);
  }
  expect(await statusOf(gone)).toBe('rejected');
});

test('refuses a run whose list was changed since it was proposed', async () => {
  await setLimits(app, { run: 50 });
  const { id } = await world.pending({ coins: 100 });
  const { body } = await call('POST', '/api/withdrawals/bulk-runs', { approved: true, ids: [id] }, asha);
  await call('POST', `/api/bulk-runs/${body.run.id}/start`, { count: 1 }, asha);
  await app.database.execute(sql`update bulk_run_items set amount_paise = 1 where run_id = ${body.run.id}`);
  const [proposal] = await open(owner);
  expect((await confirm(proposal!.id, ravi)).body.code).toBe('conflict');
  expect(await statusOf(id)).toBe('pending');
});

test('starts a run over everything that matches after the second person', async () => {
  await setLimits(app, { run: 250 });
  const { id, uid } = await world.pending({ coins: 300 });
  const { body } = await call('POST', '/api/withdrawals/bulk-runs', { approved: true, search: uid }, asha);
  expect(body.run.count).toBe(1);
  const start = await call('POST', `/api/bulk-runs/${body.run.id}/start`, { count: 1 }, asha);
  expect(start.body).toMatchObject({ code: 'second_person' });
  expect(await statusOf(id)).toBe('pending');
  const [proposal] = await open(owner);
  expect((await confirm(proposal!.id, ravi)).status).toBe(200);
  await world.until(id, 'completed');
  expect((await world.find(id)).verifiedBy).toBe('ravi@example.com, proposed by asha@example.com');
});

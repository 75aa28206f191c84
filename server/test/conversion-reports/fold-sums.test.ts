import type { ConversionStats } from '@muneem/contract/conversion-reports';
import type { PoolClient } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { foldSums } from '#features/conversion-reports/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { countLockWaits } from '#test/lock-waits.ts';

const HOUR = '2026-11-21T09:30:00Z';
const app = await createTestApp({}, { now: '2026-11-21T12:00:00Z' });
const headers = (await openAdminSession(app)).headers;
await app.database.pool.query('update conversion_folds set folded_to = $1', [HOUR]);
afterAll(() => app.close());

/** Adds sums as record-conversions does: an upsert. */
const add = (client: Pick<PoolClient, 'query'>, conversions = 1) =>
  client.query(
    `insert into conversion_rollups as r (hour, offer_id, event_key, source, status, conversions, user_payout_paise, total_payout_paise, coins)
     values ($1, 'ofr_a', 'install', 'postback', 'approved', $2, 0, 100, 0)
     on conflict (hour, offer_id, event_key, source, status) do update set conversions = r.conversions + excluded.conversions,
       total_payout_paise = r.total_payout_paise + excluded.total_payout_paise`,
    [HOUR, conversions],
  );
const counted = async (): Promise<number[]> =>
  Promise.all(
    ['', 'offer=ofr_a', 'event=install&startDate=2026-11-21'].map(async (query) => {
      const { body } = await app.http.fastify.inject({ url: `/api/conversion-reports/stats?${query}`, headers });
      return (JSON.parse(body) as { stats: ConversionStats }).stats.totalConversions;
    }),
  );
const openTransaction = async (): Promise<PoolClient> => {
  const client = await app.database.pool.connect();
  await client.query('begin');
  return client;
};

test('waits for transactions that still add to an hour, then folds it whole', async () => {
  const late = await openTransaction();
  await add(late, 3);
  const folding = foldSums(app);
  await expect.poll(() => countLockWaits(app.database)).toBe(1);
  expect(await counted()).toEqual([0, 0, 0]);
  await late.query('commit');
  late.release();
  expect(await folding).toBeGreaterThan(0);
  expect(await counted()).toEqual([3, 3, 3]);
});

test('counts additions to an hour once, during and after its folding', async () => {
  await app.database.pool.query(`update conversion_folds set folded_to = '2026-11-21T09:30:00Z'`);
  await app.database.pool.query('truncate conversion_offer_sums');
  const folding = await openTransaction();
  await folding.query('select fold_conversion_hour($1)', ['2026-11-21T12:00:00Z']);
  const late = await openTransaction();
  const adding = add(late, 4);
  await expect.poll(() => countLockWaits(app.database)).toBe(1);
  expect(await counted()).toEqual([3, 3, 3]);
  await folding.query('commit');
  await adding;
  expect(await counted()).toEqual([3, 3, 3]);
  await late.query('commit');
  for (const client of [folding, late]) client.release();
  expect(await counted()).toEqual([7, 7, 7]);
  await foldSums(app);
  expect(await counted()).toEqual([7, 7, 7]);
  await add(app.database.pool, -2);
  expect(await counted()).toEqual([5, 5, 5]);
  await foldSums(app);
  expect(await counted()).toEqual([5, 5, 5]);
});

test('folds everything once when two servers fold at the same time', async () => {
  await add(app.database.pool, 10);
  // A raised row counts as two changes: minus its old value and plus its new one.
  const changes = await Promise.all([foldSums(app), foldSums(app), foldSums(app)]);
  expect(changes.toSorted()).toEqual([0, 0, 2]);
  expect(await counted()).toEqual([15, 15, 15]);
});

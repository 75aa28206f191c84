import type { ConversionStats } from '@muneem/contract/conversion-reports';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { foldSums } from '#features/conversion-reports/index.ts';
import { sql } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({}, { now: '2026-11-21T12:00:00Z' });

const add = (client: Pick<PoolClient, 'query'>, conversions: number) =>
  client.query(
    `insert into conversion_changes values (20261121, 'ofr_a', 'install', 'postback', 'approved', 'Pune, , India', $1, 100, 0)`,
    [conversions],
  );
const counted = async (): Promise<number[]> =>
  Promise.all(
    ['', 'offer=ofr_a', 'event=install&startDate=2026-11-21', 'endDate=2026-11-30', 'city=Pune'].map(async (query) => {
      const { stats } = await app.must<{ stats: ConversionStats }>('GET', `/api/conversion-reports/stats?${query}`);
      return stats.totalConversions;
    }),
  );
const five = (conversions: number): number[] => Array.from({ length: 5 }, () => conversions);
const openTransaction = async (): Promise<PoolClient> => {
  const client = await app.database.pool.connect();
  await client.query('begin');
  return client;
};

test('counts a change once before, during and after it is moved to the sums, and makes no writer wait', async () => {
  await add(app.database.pool, 3);
  const late = await openTransaction();
  await add(late, 4);
  expect(await counted()).toEqual(five(3));
  expect(await foldSums(app)).toBe(1);
  expect(await counted()).toEqual(five(3));
  await late.query('commit');
  late.release();
  expect(await counted()).toEqual(five(7));
  expect(await foldSums(app)).toBe(1);
  await add(app.database.pool, -2);
  expect(await counted()).toEqual(five(5));
  await foldSums(app);
  expect(await counted()).toEqual(five(5));
});

test('counts every change once when three servers move them at the same time', async () => {
  await add(app.database.pool, 10);
  await add(app.database.pool, 1);
  const moved = await Promise.all([foldSums(app), foldSums(app), foldSums(app)]);
  expect(moved.toSorted()).toEqual([0, 0, 2]);
  expect(await counted()).toEqual(five(16));
});

test('moves a backlog in portions', async () => {
  for (const conversions of [1, 1, -1, -1, 0]) await add(app.database.pool, conversions);
  expect(await foldSums(app, 2)).toBe(5);
  expect(await counted()).toEqual(five(16));
});

test('loses nothing when moving fails half-way', async () => {
  await add(app.database.pool, 1);
  await app.database.execute(
    sql`alter table conversion_city_sums add constraint broken check (conversions < 17) not valid`,
  );
  await expect(foldSums(app)).rejects.toThrow('broken');
  expect(await counted()).toEqual(five(17));
  await app.database.execute(sql`alter table conversion_city_sums drop constraint broken`);
  await foldSums(app);
  expect(await counted()).toEqual(five(17));
});

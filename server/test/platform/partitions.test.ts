import { expect, test } from 'vitest';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { createSecondNode } from '#test/test-app.ts';

const TABLES = ['clicks', 'conversions', 'postback_log', 'postback_attempts'];

const app = await createPostbackApp({}, { now: '2031-03-31T20:00:00.000Z' });

const partitionsOf = async (table: string): Promise<string[]> =>
  (
    await app.rows<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
      [table],
    )
  ).map(({ name }) => name);

test('stores rows in the partition of their month, and none in the default partition', async () => {
  const offerId = await app.createOffer();
  const clickId = await app.click(offerId, await app.newUser());
  expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('accepted');
  for (const [table, column] of [
    ['clicks', 'id'],
    ['conversions', 'click_id'],
    ['postback_log', 'click_id'],
  ])
    expect(
      await app.rows(`select tableoid::regclass::text as partition from ${table} where ${column} = $1`, [clickId]),
    ).toEqual([{ partition: `${table}_y2031m03` }]);
});

test('creates the next months of all large tables at the start and every night', async () => {
  for (const table of TABLES)
    expect(await partitionsOf(table)).toEqual(
      expect.arrayContaining(['03', '04', '05', '06'].map((month) => `${table}_y2031m${month}`)),
    );
  app.clock.set('2031-09-01T00:00:00.000Z');
  // Servers that start at once do not fail over a partition that another is creating.
  for (const node of await Promise.all([1, 2, 3, 4].map(() => createSecondNode(app)))) await node.stop();
  for (const table of TABLES) expect(await partitionsOf(table)).toContain(`${table}_y2031m12`);
  await app.start();
  expect(await app.rows(`select cron, timezone from jobs.schedule where name like 'ensure-%-partitions'`)).toEqual(
    Array(TABLES.length).fill({ cron: '7 3 * * *', timezone: 'Asia/Kolkata' }),
  );
});

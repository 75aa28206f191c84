import { expect, test } from 'vitest';
import { createLogger } from '#platform/logger/index.ts';
import { applyRetention, byPartition } from '#platform/retention/index.ts';
import { purgeAttempts } from '#features/custom-postbacks/custom-postbacks.module.ts';
import { createDeliveryApp } from './delivery-app.ts';
import { holdLock } from '#test/hold-lock.ts';

const app = await createDeliveryApp({}, { now: '2026-11-21T12:00:00Z' });

const purge = async () => {
  const dependencies = { ...app, database: app.serverDatabase, logger: createLogger('silent'), archiveDir: undefined };
  const days = app.config.DELIVERY_ATTEMPT_RETENTION_DAYS;
  await applyRetention(dependencies, byPartition({ table: 'postback_attempts', timeColumn: 'started_at', days }));
  await purgeAttempts(app);
};
const tries = async () =>
  (await app.rows<{ number: number }>('select number from postback_attempts order by number')).map(
    ({ number }) => number,
  );
const months = async () =>
  (
    await app.rows<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'postback_attempts'::regclass order by 1`,
    )
  ).map(({ name }) => name);

test('deletes attempts of months that ended 90 days ago, also in the default partition, and keeps newer ones', async () => {
  await app.rows(`select ensure_monthly_partitions('postback_attempts', '2026-07-01', 2)`);
  const times = [
    '2026-05-01T00:00:00Z',
    '2026-07-31T23:59:59Z',
    '2026-08-01T00:00:00Z',
    '2026-08-24T00:00:00Z',
    '2026-11-21T11:00:00Z',
  ];
  await app.rows(
    `insert into postback_attempts (delivery_id, number, custom_postback_id, started_at, method, url, success, ms)
     select 1, n, 'cpb', at, 'GET', 'https://x.example', true, 5 from unnest($1::timestamptz[]) with ordinality as t (at, n)`,
    [times],
  );
  await purge();
  expect(await tries()).toEqual([3, 4, 5]);
  expect(await months()).not.toContain('postback_attempts_y2026m07');
  expect(await months()).toContain('postback_attempts_y2026m08');
  app.clock.set('2026-11-29T12:00:00Z');
  await purge();
  expect(await tries()).toEqual([3, 4, 5]);
  app.clock.set('2026-11-30T00:00:00Z');
  await purge();
  expect(await tries()).toEqual([5]);
});

test('skips a month that a long read uses, and drops it the next night', async () => {
  await app.rows(`select ensure_monthly_partitions('postback_attempts', '2026-06-01', 1)`);
  const reader = await holdLock(app.database, 'select count(*) from postback_attempts');
  await expect(purge()).rejects.toThrow(/lock timeout/);
  await reader.release();
  expect(await months()).toContain('postback_attempts_y2026m06');
  await purge();
  expect(await months()).not.toContain('postback_attempts_y2026m06');
});

test('runs every night', async () => {
  await app.start();
  expect(await app.rows(`select cron from jobs.schedule where name = 'purge-delivery-tries'`)).toEqual([
    { cron: '37 4 * * *' },
  ]);
});

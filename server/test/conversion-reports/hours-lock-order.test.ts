import type { PoolClient } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { countLockWaits } from '#test/lock-waits.ts';

const app = await createTestApp();
afterAll(() => app.close());

const HOUR = '2026-11-21T09:30:00Z';
/** Adds sums as record-conversions does: an upsert. */
const add = (client: PoolClient, rows: readonly (readonly [offerId: string, eventKey: string])[]) =>
  client.query(
    `insert into conversion_rollups as r (hour, offer_id, event_key, source, status, conversions, user_payout_paise, total_payout_paise, coins)
     select $1, offer_id, event_key, 'postback', 'approved', 1, 0, 0, 0 from unnest($2::text[], $3::text[]) as i (offer_id, event_key)
     order by 2, 3
     on conflict (hour, offer_id, event_key, source, status) do update set conversions = r.conversions + excluded.conversions`,
    [HOUR, rows.map(([offerId]) => offerId), rows.map(([, eventKey]) => eventKey)],
  );

test('avoids a deadlock when two transactions add to the same sums in opposite order', async () => {
  const [holder, first, second] = await Promise.all([1, 2, 3].map(() => app.database.pool.connect()));
  if (!holder || !first || !second) throw new Error('three connections');
  try {
    await add(holder, [
      ['ofr_a', 'install'],
      ['ofr_b', 'deposit'],
    ]);
    for (const client of [holder, first, second]) await client.query('begin');
    await holder.query(`select 1 from conversion_hours where event_key = 'deposit' for update`);
    const one = add(first, [
      ['ofr_b', 'deposit'],
      ['ofr_b', 'install'],
    ]);
    await expect.poll(() => countLockWaits(app.database)).toBe(1);
    const other = add(second, [
      ['ofr_a', 'deposit'],
      ['ofr_a', 'install'],
    ]);
    await expect.poll(() => countLockWaits(app.database)).toBe(2);
    await holder.query('commit');
    await one;
    await first.query('commit');
    await other;
    await second.query('commit');
  } finally {
    for (const client of [holder, first, second]) client.release(true);
  }
  const rows = await app.database.prepared(
    '',
    `select event_key, conversions from conversion_hours where hour = $1 order by 1`,
    [HOUR],
  );
  expect(rows).toEqual([
    { eventKey: 'deposit', conversions: 3 },
    { eventKey: 'install', conversions: 3 },
  ]);
});

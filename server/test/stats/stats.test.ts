import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({ COINS_PER_RUPEE: '10' }, { now: '2026-11-20T12:20:00Z' });

// covers 000-2.12 000-3.10 000-6.5
test('counts users, active offers, completions, and coins as rupees', async () => {
  const stats = async () => (await app.call('GET', '/api/stats')).body;
  expect(await stats()).toMatchObject({ totalUsers: 0, activeOffers: 0, completedOffers: 0, totalRewards: 0 });

  for (const isActive of [true, true, false]) {
    await app.call('POST', '/api/offers', offerInput({ isActive }));
  }
  await app.database.execute(sql`insert into users (uid, deleted_at) values ('a', null), ('b', null), ('c', null)`);
  await app.database.execute(sql`update users set deleted_at = now() where uid = 'c'`);
  await app.database.execute(sql`update offers set completed_count = 2`);
  await app.database.execute(sql`
    insert into conversion_changes (day, offer_id, event_key, source, status, conversions, total_payout_paise, coins)
    values (20251120, 'o', 'install', 'postback', 'approved', 3, 100, 40), (20261120, 'o', 'install', 'manual', 'approved', 1, 100, 45)`);
  expect(await stats()).toMatchObject({ totalUsers: 2, activeOffers: 2, completedOffers: 6, totalRewards: 8.5 });
});

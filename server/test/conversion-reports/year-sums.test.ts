import type { BreakdownGroup, ConversionStats } from '@muneem/contract/conversion-reports';
import { expect, test } from 'vitest';
import { foldSums } from '#features/conversion-reports/index.ts';
import { sql } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';
import { countConversions } from './counted.ts';

const app = await createTestApp({}, { now: '2026-11-21T12:00:00Z' });

/** Days in Asia/Kolkata around the turns of years. */
const DAYS = [
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '2024-12-31',
  '2025-01-01',
  '2025-07-15',
  '2025-12-31',
  '2026-01-01',
  '2026-11-20',
];
const OFFERS = ['ofr_a', 'ofr_b'];
const CITIES = ['Pune', 'Kochi', 'Agra'];
const ROWS = DAYS.flatMap((day, n) =>
  Array.from({ length: n + 1 }, (_, k) => ({
    day,
    offer: OFFERS[k % 2] as string,
    city: CITIES[(n + k) % 3] as string,
  })),
);

async function add(rows: typeof ROWS): Promise<void> {
  await app.database.execute(sql`
    insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, user_payout_paise,
      city, country)
    select 'cnv_' || gen_random_uuid(), at, 'c', at, offer, 'Offer', 'install', 'install', 'postback', 'approved', 100, city, 'India'
    from unnest(${rows.map(({ day }) => `${day}T23:00:00+05:30`)}::timestamptz[], ${rows.map(({ offer }) => offer)}::text[],
      ${rows.map(({ city }) => city)}::text[]) as r (at, offer, city)`);
  await countConversions(app);
}

const get = <T>(path: string) => app.must<T>('GET', `/api/conversion-reports${path}`);
const groupsOf = async (by: string, query: string): Promise<Record<string, number>> => {
  const { groups } = await get<{ groups: BreakdownGroup[] }>(`/breakdown?by=${by}&${query}`);
  return Object.fromEntries(groups.map(({ label, conversions }) => [label.replace(', India', ''), conversions]));
};
const countBy = (rows: typeof ROWS, by: 'offer' | 'city'): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[row[by]] = (counts[row[by]] ?? 0) + 1;
  return counts;
};

async function expectSums(rows: typeof ROWS): Promise<void> {
  for (const startDate of [undefined, '2024-01-01', '2024-01-02', '2025-01-01']) {
    for (const endDate of [undefined, '2024-12-31', '2025-12-30', '2025-12-31', '2026-11-20']) {
      if (startDate !== undefined && endDate !== undefined && startDate > endDate) continue;
      const within = rows.filter(({ day }) => day >= (startDate ?? day) && day <= (endDate ?? day));
      const days = Object.entries({ startDate, endDate }).flatMap(([key, day]) => (day ? [`${key}=${day}`] : []));
      const query = days.join('&');
      expect(await groupsOf('offer', query), query).toEqual(countBy(within, 'offer'));
      expect(await groupsOf('city', query), query).toEqual(countBy(within, 'city'));
      expect(await groupsOf('city', `${query}&offer=ofr_a`), query).toEqual(
        countBy(
          within.filter(({ offer }) => offer === 'ofr_a'),
          'city',
        ),
      );
      expect(await groupsOf('event', query), query).toEqual(within.length > 0 ? { install: within.length } : {});
      const { stats } = await get<{ stats: ConversionStats }>(`/stats?${query}&city=Pune`);
      expect(stats.totalConversions, query).toBe(within.filter(({ city }) => city === 'Pune').length);
    }
  }
}

test('sums whole years and parts of years, of all offers, of one and by city', async () => {
  await add(ROWS);
  await expectSums(ROWS);
  await foldSums(app);
  await expectSums(ROWS);
});

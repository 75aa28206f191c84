import type { ConversionRow } from '@muneem/contract/conversion-reports';
import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';
import { countConversions } from './counted.ts';

const ROWS = 10_050;

const app = await createTestApp({}, { now: '2026-11-21T06:00:00.000Z' });
await app.database.execute(sql`
  insert into offers (id, title, description, coins, type, requirements, tracking_url)
  values ('ofr_1', 'Offer 1', 'd', 1, 'install', 'r', 'https://n.example/?c={click_id}')`);
// Several rows share a microsecond, also where a portion ends. Their ids decide the order.
await app.database.execute(sql`
  insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, user_payout_paise)
  select 'cnv_' || lpad(n::text, 26, '0'), at, lpad(n::text, 26, '0'), at, 'ofr_1', 'Offer 1', 'install', 'install', 'postback', 'approved', 100
  from generate_series(1, ${ROWS}) n cross join lateral (select '2026-11-01T00:00:00.000001Z'::timestamptz + (n / 7) * interval '1 second' as at) t`);
await countConversions(app);

async function ask(query: string) {
  const answer = await app.call<{ conversions: ConversionRow[]; pagination: { total: number; pages: number } }>(
    'GET',
    `/api/conversion-reports?${query}`,
  );
  return answer.body;
}

// covers 001-7.34 001-9.13
test('gives the documented export the newest 10,000 rows, each once, and the total of all', async () => {
  const days = 'startDate=2026-11-01&endDate=2026-11-30';
  const { conversions, pagination } = await ask(`${days}&limit=10000`);
  expect(pagination).toMatchObject({ total: ROWS, pages: 2 });
  const ids = conversions.map(({ _id }) => _id);
  expect(ids).toHaveLength(10_000);
  expect(new Set(ids).size).toBe(10_000);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(ids[0]).toBe(`cnv_${String(ROWS).padStart(26, '0')}`);
  const rest = await ask(`${days}&limit=10000&page=2`);
  expect(rest.conversions.map(({ _id }) => _id)).toEqual(
    Array.from({ length: 50 }, (_, n) => `cnv_${String(50 - n).padStart(26, '0')}`),
  );
  expect((await app.call('GET', '/api/conversion-reports?limit=10001')).status).toBe(400);
});

test('finds a page behind row 10,000 from both ends', async () => {
  const page = async (query: string) =>
    (await ask(`limit=25&${query}`)).conversions.map(({ _id }) => Number(_id.slice(4)));
  const numbers = Array.from({ length: 25 }, (_, n) => n + 1);
  expect(await page('page=401')).toEqual(numbers.map((n) => ROWS - 10_000 - n + 1));
  expect(await page('page=401&order=asc')).toEqual(numbers.map((n) => 10_000 + n));
  expect(await page('page=403')).toEqual([]);
});

test('exports every row once, newest first, over several portions', async () => {
  const body = await app.must<string>('GET', '/api/exports/conversions.csv');
  expect(body.match(/cnv_\d+/g)).toEqual(
    Array.from({ length: ROWS }, (_, n) => `cnv_${String(ROWS - n).padStart(26, '0')}`),
  );
});

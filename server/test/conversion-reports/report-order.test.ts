import type { ConversionRow } from '@muneem/contract/conversion-reports';
import { afterAll, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';

/** 60 conversions. A high reward comes with a low referral reward, so the two payouts order them differently. */
const app = await createTestApp({}, { now: '2026-11-21T06:00:00.000Z' });
await app.database.execute(sql`
  insert into offers (id, title, description, coins, type, requirements, tracking_url)
  values ('ofr_1', 'Offer', 'd', 1, 'install', 'r', 'https://n.example/?c={click_id}')`);
await app.database.execute(sql`
  insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status,
    user_payout_paise, referral_payout_paise)
  select 'cnv_' || lpad(n::text, 26, '0'), at, lpad(n::text, 26, '0'), at, 'ofr_1', 'Offer', 'install', 'install', 'postback', 'approved',
    n * 7 % 10 * 100, (10 - n * 7 % 10) * 150
  from generate_series(1, 60) n cross join lateral (select '2026-11-20T06:00:00Z'::timestamptz + n * interval '1 minute' as at) t`);
afterAll(() => app.close());

test.for([
  ['userPayout', 'desc'],
  ['userPayout', 'asc'],
  ['totalPayout', 'desc'],
  ['totalPayout', 'asc'],
] as const)('lists every row once by %s, %s, over all pages, with ties ordered by id', async ([sort, order]) => {
  const rows: ConversionRow[] = [];
  for (const page of [1, 2, 3]) {
    const answer = await app.call<{ conversions: ConversionRow[] }>(
      'GET',
      `/api/conversion-reports?sort=${sort}&order=${order}&limit=25&page=${page}`,
    );
    expect(answer.status).toBe(200);
    rows.push(...answer.body.conversions);
  }
  expect(new Set(rows.map(({ conversionId }) => conversionId)).size).toBe(60);
  const sign = order === 'asc' ? 1 : -1;
  const expected = rows.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]];
    return sign * (a === b ? (one.conversionId < other.conversionId ? -1 : 1) : a < b ? -1 : 1);
  });
  expect(rows.map(({ conversionId }) => conversionId)).toEqual(expected.map(({ conversionId }) => conversionId));
});

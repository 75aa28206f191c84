import type { BreakdownGroup, ConversionRow, ConversionStats } from '@muneem/contract/conversion-reports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { foldSums } from '#features/conversion-reports/index.ts';
import { sized } from '#test/sized.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { countConversions } from './counted.ts';
import { makeConversions, type Stored } from './two-thousand-conversions.ts';

let app: TestApp;
let headers: { authorization: string };

let stored: readonly Stored[];

beforeAll(async () => {
  app = await createTestApp({}, { now: '2026-11-21T06:00:00.000Z' });
  headers = (await openAdminSession(app)).headers;
  stored = await makeConversions(app);
});
afterAll(() => app.close());

/** A session is rate limited to some hundred requests a minute, so the test changes sessions. */
const get = async <Body>(path: string): Promise<Body> => {
  if ((asked += 1) % 200 === 0) ({ headers } = await openAdminSession(app));
  return app.must<Body>('GET', `/api/conversion-reports${path}`, undefined, { headers });
};
let asked = 0;

const FILTERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { source: 'manual' },
  { source: 'smart_poll' },
  { status: 'cutbacked' },
  { status: 'approved', source: 'postback' },
  { event: 'level-50' },
  { event: 'deposit' },
  { event: 'First_Open', startDate: '2026-11-01', city: 'Hyderabad' },
  { event: 'register', status: 'approved', startDate: '2026-10-16', endDate: '2026-11-18' },
  { event: 'signup', offer: 'ofr_8' },
  { offer: 'ofr_7' },
  { offer: 'ofr_7', event: 'register' },
  { offer: 'ofr_none' },
  { startDate: '2026-11-01', endDate: '2026-11-03' },
  { startDate: '2026-10-13', endDate: '2026-10-13' },
  { event: 'level-50', source: 'postback', startDate: '2026-11-01' },
  { source: 'manual', status: 'pending' },
  { event: 'install', status: 'rejected', endDate: '2026-11-10', offer: 'ofr_23' },
  { city: 'Pune, Maharashtra, India' },
  { city: 'Hyderabad' },
  { city: 'Hyderabad, Telangana, India', startDate: '2026-10-20', endDate: '2026-11-20' },
  { city: 'Singapore, , Singapore', startDate: '2026-11-01' },
  { city: 'Kochi, Kerala,', endDate: '2026-10-31', status: 'approved' },
  { city: 'Pune', event: 'deposit', source: 'postback', startDate: '2026-11-05', endDate: '2026-11-09' },
  { city: 'Pune', offer: 'ofr_7' },
  { city: 'Hyderabad', offer: 'ofr_8', event: 'register', startDate: '2026-10-20' },
  { city: 'Nowhere' },
  { city: 'Hyderabad', startDate: '2026-11-01', endDate: '2026-11-21' },
  { startDate: '2026-10-15', endDate: '2026-12-31', event: 'install' },
  { startDate: '2026-10-13', endDate: '2026-11-21' },
  { startDate: '2026-10-16', endDate: '2026-11-18', status: 'rejected' },
  { city: 'Pune', startDate: '2026-10-16', endDate: '2026-11-18', status: 'approved' },
  { city: 'Pune, Maharashtra, India', event: 'level-50' },
  { city: 'Hyderabad, Telangana', offer: 'ofr_7', source: 'postback' },
  { offer: 'ofr_12', startDate: '2026-10-11', endDate: '2026-11-11', source: 'smart_poll' },
  { startDate: '0001-01-01', endDate: '9999-12-31', city: 'Singapore' },
];
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  deposit: ['deposit', 'order'],
  signup: ['register'],
  register: ['register'],
};

/** Matches the whole key or its prefix. */
const inCity = (key: string | null, wish: string): boolean =>
  key !== null && (key.trimEnd() === wish || key.startsWith(`${wish}, `));

const isEvent = ({ eventKey }: Stored, event: string): boolean => (ALIASES[event] ?? [event]).includes(eventKey);

const wanted = (filter: Readonly<Record<string, string>>): Stored[] =>
  stored.filter(
    (row) =>
      (filter['source'] ?? row.source) === row.source &&
      (filter['status'] ?? row.status) === row.status &&
      (filter['offer'] ?? row.offerId) === row.offerId &&
      (filter['city'] === undefined || inCity(row.city, filter['city'])) &&
      (filter['event'] === undefined || isEvent(row, filter['event'].toLowerCase())) &&
      (filter['startDate'] ?? row.day) <= row.day &&
      (filter['endDate'] ?? row.day) >= row.day,
  );

const HALF = 'half of the conversions moved to the sums';
/** In a fixed order: the sums of a report do not depend on the order. */
const STATES: readonly (readonly [state: string, reach: () => Promise<unknown>])[] = [
  ['every conversion waiting', () => Promise.resolve()],
  [
    HALF,
    async () => {
      await app.database.execute(sql`truncate conversion_changes`);
      await countConversions(app, sql`right(id, 1) < '5'`);
      await foldSums(app);
      await countConversions(app, sql`right(id, 1) >= '5'`);
    },
  ],
  ['everything in the sums', () => foldSums(app)],
];

/** In `npm test` each of the three states checks another third of the filters. */
const STEP = sized(1, STATES.length);

describe.for(STATES)('with %s', ([state, reach]) => {
  const isWalked = state === HALF;
  const first = STATES.findIndex(([name]) => name === state) % STEP;
  beforeAll(reach);
  test.for(FILTERS.filter((_, index) => index % STEP === first))(
    '%o: pages, statistics and breakdowns equal those of the rows',
    (filter) => checkReports(filter, isWalked),
  );
});

async function checkReports(filter: Readonly<Record<string, string>>, isWalked: boolean): Promise<void> {
  const rows = wanted(filter);
  const query = new URLSearchParams(filter).toString();

  for (const order of ['desc', 'asc'] as const) {
    const expected = (order === 'desc' ? rows : rows.toReversed()).map(({ id }) => id);
    for (const limit of isWalked ? [20, 333] : [20]) {
      const pages = Math.ceil(expected.length / limit) + 1;
      for (const page of new Set(isWalked ? [1, 2, Math.ceil(pages / 2), pages - 1, pages] : [Math.ceil(pages / 2)])) {
        if (page < 1) continue;
        const answer = await get<{ conversions: ConversionRow[]; total: number }>(
          `?${query}&order=${order}&limit=${limit}&page=${page}`,
        );
        expect(answer.total).toBe(expected.length);
        expect(answer.conversions.map((row) => row.conversionId)).toEqual(
          expected.slice((page - 1) * limit, page * limit),
        );
      }
    }
  }

  const approved = rows.filter(({ status }) => status === 'approved');
  const paid = (of: readonly Stored[]): number => of.reduce((sum, row) => sum + row.totalPayoutPaise, 0) / 100;
  const { stats } = await get<{ stats: ConversionStats }>(`/stats?${query}`);
  expect(stats).toMatchObject({
    totalConversions: rows.length,
    totalPayout: paid(approved),
    postbackConversions: rows.filter(({ source }) => source === 'postback').length,
    smartPollConversions: rows.filter(({ source }) => source === 'smart_poll').length,
  });

  for (const [by, key] of [
    ['day', 'day'],
    ['offer', 'offerId'],
    ['event', 'eventKey'],
    ['city', 'city'],
  ] as const) {
    const { groups } = await get<{ groups: BreakdownGroup[] }>(`/breakdown?${query}&by=${by}`);
    const expected = Map.groupBy(rows, (row) => row[key] ?? '');
    expect(new Set(groups.map((group) => group.key))).toEqual(new Set(expected.keys()));
    for (const group of groups) {
      expect(group.rest).toBe(group.key === '' ? 'unknown' : undefined);
      const of = expected.get(group.key) ?? [];
      expect(group).toMatchObject({
        conversions: of.length,
        approved: of.filter(({ status }) => status === 'approved').length,
        totalPayout: paid(of.filter(({ status }) => status === 'approved')),
        sources: {
          postback: of.filter(({ source }) => source === 'postback').length,
          smart_poll: of.filter(({ source }) => source === 'smart_poll').length,
          manual: of.filter(({ source }) => source === 'manual').length,
        },
      });
    }
  }
}

test('sorts by amount while the filters match few rows, and refuses to beyond that', async () => {
  const ask = (query: string) =>
    app.http.fastify.inject({ url: `/api/conversion-reports?sort=totalPayout&limit=50&${query}`, headers });
  const amounts = (await ask('')).json<{ conversions: ConversionRow[] }>().conversions.map((row) => row.totalPayout);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  await app.database.execute(
    sql`insert into conversion_changes values (20261105, 'ofr_1', 'install', 'postback', 'approved', null, 8001, 0, 0)`,
  );
  for (const query of [
    '',
    'event=deposit',
    'source=postback&status=approved',
    'startDate=2026-11-05&endDate=2026-11-05',
  ]) {
    const response = await ask(query);
    expect(response.statusCode).toBe(query.startsWith('startDate') ? 200 : 400);
    if (response.statusCode === 400)
      expect(response.json()).toMatchObject({ message: expect.stringContaining('10,000') as string });
  }
  for (const query of ['status=rejected', 'offer=ofr_7', 'city=Pune', 'endDate=2026-11-01'])
    expect((await ask(query)).statusCode).toBe(200);
  await app.database.execute(
    sql`insert into conversion_changes values (20261105, 'ofr_1', 'install', 'postback', 'approved', null, -8001, 0, 0)`,
  );
});

test('names the offers of a breakdown and sorts them by size', async () => {
  const { groups } = await get<{ groups: BreakdownGroup[] }>('/breakdown?by=offer');
  expect(groups[0]?.label).toMatch(/^Offer \d+$/);
  const sizes = groups.map(({ conversions }) => conversions);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});

test('says when a search matches too many users, and exports nothing', async () => {
  const ask = (url: string) => app.http.fastify.inject({ url, headers });
  await app.database.execute(sql`
    insert into users (uid, name, email, phone, gender, referral_code, created_at)
    select 'common-' || n, 'Common ' || n, '', '', '', 'COMMON' || n, now() from generate_series(1, 1000) n`);
  expect((await ask('/api/conversion-reports?search=common')).json()).not.toHaveProperty('isCutShort');
  expect((await ask('/api/exports/conversions.csv?search=common')).statusCode).toBe(200);
  await app.database.execute(sql`
    insert into users (uid, name, email, phone, gender, referral_code, created_at)
    values ('common-0', 'Common 0', '', '', '', 'COMMON0', now())`);
  expect((await ask('/api/conversion-reports?search=common')).json()).toMatchObject({ isCutShort: true });
  const file = await ask('/api/exports/conversions.csv?search=common');
  expect(file.statusCode).toBe(400);
  expect(file.json()).toMatchObject({ message: expect.stringContaining('More than 1,000 users') as string });
});

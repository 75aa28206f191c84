import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  MAX_BREAKDOWN_GROUPS,
  type BreakdownGroup,
  type ConversionRow,
  type ConversionStats,
} from '@muneem/contract/conversion-reports';
import { encodeCityDatabase } from '@muneem/sandbox/geo';
import { afterAll, expect, test } from 'vitest';
import { foldSums } from '#features/conversion-reports/index.ts';
import { BROWSER, createPostbackApp } from '#test/postbacks/postback-app.ts';
import { replayCalls } from '#test/postbacks/replay-calls.ts';

const ADDRESS = { pune: '203.0.113.9', kochi: '198.51.100.9', nowhere: '192.0.2.9', india: '198.18.0.9' };

const folder = await mkdtemp(join(tmpdir(), 'muneem-cities-'));
const file = join(folder, 'cities.mmdb');
await writeFile(
  file,
  encodeCityDatabase([
    { network: '203.0.113.0/24', city: 'Pune', state: 'Maharashtra', country: 'India' },
    { network: '198.51.100.0/24', city: 'Kochi', state: 'Kerala', country: 'India' },
    { network: '198.18.0.0/16', country: 'India' },
    ...Array.from({ length: 150 }, (_, n) => ({ network: `10.0.${n}.0/24`, city: `City ${n}` })),
  ]),
);
const app = await createPostbackApp({ GEO_DB: file, REFERRAL_SHARE: '0.1' }, { now: '2026-11-20T12:00:00Z' });
afterAll(() => rm(folder, { recursive: true, force: true }));

async function clickFrom(remoteAddress: string, offerId: string, uid?: string): Promise<string> {
  const url = `/track/${offerId}${uid === undefined ? '' : `?uid=${uid}`}`;
  const response = await app.http.fastify.inject({ url, remoteAddress, headers: { 'user-agent': BROWSER } });
  return new URL(String(response.headers.location)).searchParams.get('c') ?? '';
}
const get = async <Body>(path: string): Promise<Body> =>
  (await app.call<Body>('GET', `/api/conversion-reports${path}`)).body;
const rowsOf = async (query: string) => (await get<{ conversions: ConversionRow[] }>(`?${query}`)).conversions;
const statsOf = async (query: string) => (await get<{ stats: ConversionStats }>(`/stats?${query}`)).stats;
const groupsOf = async (query: string) =>
  (await get<{ groups: BreakdownGroup[] }>(`/breakdown?by=city&${query}`)).groups;

const fold = () => foldSums(app);

/** Compares the sums by city, with the waiting changes, with the rows: of each period, offer and event. */
const differences = () =>
  app.rows(`
    with kinds as (
      select period, offer, city, event, source, status, n, paise from (
        select day, offer_id, city, event_key, source, status, conversions as n, total_payout_paise as paise
        from conversion_changes where city is not null
        union all
        select to_char(created_at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer, offer_id,
          city || ', ' || coalesce(state, '') || ', ' || coalesce(country, ''), event_key, source, status, -1, -total_payout_paise
        from conversions where city is not null
      ) c cross join unnest(array[0, day / 100, day]) as period
      cross join lateral (values (c.offer_id, c.event_key), ('', c.event_key), ('', '')) as keys (offer, event)
    )
    select period, offer, city, event, source, status, sum(n) as n, sum(paise) as paise
    from (
      select period, offer_id as offer, city, event_key as event, source, status, conversions as n, total_payout_paise as paise
      from conversion_city_sums
      union all select * from kinds
    ) both_sides
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 or sum(paise) <> 0`);

// covers 001-3.11
test("takes city, state and country from the click's IP address, not from the ad network's", async () => {
  const offerId = await app.createOffer();
  const click = await clickFrom(ADDRESS.pune, offerId, await app.newUser());
  await app.send(offerId, 'install', { click_id: click }, { remoteAddress: ADDRESS.kochi });
  const [row] = await rowsOf(`search=${click}`);
  expect(row).toMatchObject({
    clickIp: ADDRESS.pune,
    conversionIp: ADDRESS.kochi,
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
  });
  expect(await app.must('GET', `/api/exports/conversions.csv?search=${click}`)).toContain(',Pune,Maharashtra,India,');
});

test('leaves city and state empty and the country India for an unknown IP address', async () => {
  const offerId = await app.createOffer();
  for (const from of [ADDRESS.nowhere, ADDRESS.india]) {
    const click = await clickFrom(from, offerId);
    await app.send(offerId, 'install', { click_id: click });
    expect((await rowsOf(`search=${click}`))[0]).toMatchObject({ city: '', state: '', country: 'India' });
  }
});

test('keeps the sums by city equal to the rows under concurrency, caps, repeats and reversals', async () => {
  const offerId = await app.createOffer();
  const addresses = Object.values(ADDRESS);
  const clicks: string[] = [];
  for (let n = 0; n < 60; n += 1)
    clicks.push(await clickFrom(addresses[n % addresses.length]!, offerId, await app.newUser()));
  const events = ['install', 'register', 'deposit'];
  const send = (click: string, name: string, more = {}) => app.send(offerId, name, { click_id: click, ...more });
  await Promise.all(clicks.flatMap((click) => events.map((name) => send(click, name))));
  await Promise.all(
    clicks.flatMap((click, n) => [
      send(click, 'install'),
      ...(n % 3 ? [] : [send(click, 'install', { reversed: '1' })]),
    ]),
  );
  expect(await differences()).toEqual([]);
  expect(await fold()).toBeGreaterThan(0);
  expect(await differences()).toEqual([]);
  const seen = await app.rows(
    "select distinct status from conversion_city_sums where source = 'postback' and conversions > 0 order by status",
  );
  expect(seen).toEqual([{ status: 'approved' }, { status: 'cutbacked' }, { status: 'rejected' }]);
});

test('keeps the city of a conversion and moves its sums from pending to approved on approval', async () => {
  const offerId = await app.createOffer();
  const click = await clickFrom(ADDRESS.kochi, offerId, await app.newUser());
  await app.updateOffer(offerId, { isActive: false });
  await app.send(offerId, 'deposit', { click_id: click });
  expect((await rowsOf(`search=${click}`))[0]).toMatchObject({ status: 'pending', city: 'Kochi' });
  expect(await fold()).toBeGreaterThan(0);
  expect(await differences()).toEqual([]);
  await app.updateOffer(offerId, { isActive: true });
  await app.logged(click).toEqual(['offer_inactive']);
  const { preview, commit } = replayCalls(app);
  await commit(await preview({ filter: { offerId, verdict: 'offer_inactive' } }));
  expect((await rowsOf(`search=${click}`))[0]).toMatchObject({ status: 'approved', city: 'Kochi' });
  expect(await differences()).toEqual([]);
  expect(await fold()).toBeGreaterThan(0);
  expect(await differences()).toEqual([]);
});

test('groups all but the hundred largest cities into one row', async () => {
  const offerId = await app.createOffer();
  for (let n = 0; n < 110; n += 1)
    await app.send(offerId, 'install', { click_id: await clickFrom(`10.0.${n}.7`, offerId) });
  for (const query of [`offer=${offerId}`, '']) {
    const groups = await groupsOf(query);
    const rest = groups.filter((group) => group.rest !== undefined);
    expect(groups.length - rest.length).toBe(MAX_BREAKDOWN_GROUPS);
    expect(rest[0]).toMatchObject({ key: '', rest: 'others', label: 'Other cities' });
    expect(groups.reduce((sum, { conversions }) => sum + conversions, 0)).toBe((await statsOf(query)).totalConversions);
  }
});

test('finds nothing for an invalid city', async () => {
  for (const city of [
    "'; drop table conversions; --",
    'Pune, Kerala, India',
    ', , ',
    ',',
    '%',
    'pune\u0001',
    'Pu\ud800ne',
  ])
    expect(await statsOf(`city=${encodeURIComponent(city.toWellFormed())}`)).toMatchObject({ totalConversions: 0 });
  const nul = await app.call('GET', '/api/conversion-reports/stats?city=Pu%00ne');
  expect(nul.status).toBeLessThan(500);
  const long = await app.call('GET', `/api/conversion-reports/stats?city=${'x'.repeat(321)}`);
  expect(long.status).toBe(400);
});

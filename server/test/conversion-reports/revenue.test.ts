import type { Attention } from '@muneem/contract/stats';
import { STEPS, type ConversionDetails, type Funnel } from '@muneem/contract/conversion-reports';
import { describe, expect, test } from 'vitest';
import { foldSums } from '#features/conversion-reports/index.ts';
import { event } from '#test/builders/events.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { revenueWorld } from './revenue-world.ts';

const app = await createPostbackApp({}, { now: '2026-11-21T09:00:00Z' });
const { must } = app;
const { network, rate, offer, stats, groups } = revenueWorld(app);

/** Sends one approved event of a new click. @returns what the conversion earns */
async function earn(
  offerId: string,
  query: Readonly<Record<string, string>> = {},
): Promise<ConversionDetails['revenue']> {
  const { body } = await app.send(offerId, 'install', {
    click_id: await app.click(offerId, await app.newUser()),
    ...query,
  });
  expect(body).toMatchObject({ code: 'accepted' });
  return revenueOf(String(body.conversionId));
}
const revenueOf = async (id: string) =>
  (await must<{ conversion: ConversionDetails }>('GET', `/api/conversion-reports/${id}`)).conversion.revenue;

describe('the revenue of a conversion', () => {
  test('is the expected one if the network reports none, and unknown if nothing is expected either', async () => {
    const id = await network();
    expect(await earn(await offer(id, 20))).toMatchObject({
      expected: 20,
      reportedAmount: null,
      counted: 20,
      differs: false,
    });
    expect(await earn(await offer(null, 20), { payout: '9' })).toMatchObject({ reportedAmount: null, counted: 20 });
    expect(await earn(await offer(id, null))).toMatchObject({ expected: null, counted: null });
  });

  test.each([
    ['10', 10, false],
    ['9.99', 20, true],
    ['30', 30, false],
    ['30.01', 20, true],
    ['0', 20, true],
  ])('with 20 expected and %s reported is %d', async (payout, counted, differs) => {
    const offerId = await offer(await network(), 20);
    expect(await earn(offerId, { payout })).toMatchObject({
      reportedAmount: payout,
      reported: Number(payout),
      counted,
      differs,
    });
  });

  test('is the reported one if nothing is expected, in paise by the rate of the day', async () => {
    const id = await network({ currency: 'USD' });
    await rate(id, '2026-11-01', 80);
    await rate(id, '2026-11-21', 84.2);
    await rate(id, '2026-11-22', 90);
    const offerId = await offer(id, null);
    const recorded = { reportedAmount: '0.333333', currency: 'USD', rate: 84.2, reported: 28.07, counted: 28.07 };
    expect(await earn(offerId, { payout: '0.333333' })).toMatchObject(recorded);
    const withoutRate = await offer(await network({ currency: 'EUR' }), 20);
    expect(await earn(withoutRate, { payout: '1' })).toMatchObject({
      reportedAmount: '1',
      reported: null,
      counted: 20,
    });
  });

  test.each([
    '+5',
    '1e3',
    '5 INR',
    '₹5',
    'NaN',
    'Infinity',
    '5.',
    '.5',
    '1,5',
    '1.2345678',
    '10000000.01',
    '99999999999',
    '0x10',
    '５',
  ])('does not count %s as an amount, and never refuses it', async (payout) => {
    expect(await earn(await offer(await network(), 20), { payout })).toMatchObject({
      reportedAmount: payout,
      reported: null,
      counted: 20,
    });
  });

  test('reads a comma as the decimal sign only where the network says so', async () => {
    const offerId = await offer(await network({ decimalComma: true }), null);
    expect(await earn(offerId, { payout: '12,5' })).toMatchObject({ reported: 12.5 });
    expect(await earn(offerId, { payout: '1.234,5' })).toMatchObject({ reported: null });
  });

  test('counts a macro, an empty value and a repeated parameter as not reported', async () => {
    const id = await network({ payoutParam: 'Sum' });
    const offerId = await offer(id, 20);
    for (const sum of ['{payout}', '', '{{sum}}'])
      expect(await earn(offerId, { sum })).toMatchObject({ reportedAmount: null, counted: 20 });
    expect(await earn(offerId, { sum: '15', SUM: '16' })).toMatchObject({
      reportedAmount: '15 and 16',
      reported: null,
    });
    expect(await earn(offerId, { sum: '15', payout: '99' })).toMatchObject({ reported: 15, counted: 15 });
  });

  test('changes no reward, and stays when the expectation, the rate or the network changes', async () => {
    const id = await network();
    const offerId = await offer(id, 20);
    const uid = await app.newUser();
    const { body } = await app.send(offerId, 'install', { click_id: await app.click(offerId, uid), payout: '15' });
    expect(await app.balance(uid)).toBe(10);
    const before = await revenueOf(String(body.conversionId));
    const [saved] = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1', [offerId]);
    await app.updateOffer(offerId, { network: null, events: [event('install', 10, { _id: saved?.id, revenue: 99 })] });
    expect(await revenueOf(String(body.conversionId))).toEqual(before);
    expect(await earn(offerId)).toMatchObject({ counted: 99 });
  });
});

test('counts approved revenue, shows pending apart, and takes it out on the day of the reversal', async () => {
  const offerId = await offer(await network(), 20);
  const of = (day: string) => stats(`offer=${offerId}&startDate=${day}&endDate=${day}`);
  const click = await app.click(offerId, await app.newUser());
  await app.send(offerId, 'install', { click_id: click, status: 'pending', payout: '18' });
  expect(await of('2026-11-21')).toMatchObject({ revenue: null, pendingRevenue: 18, withoutRevenue: 0, clicks: 1 });
  await app.send(offerId, 'install', { click_id: click, status: 'approved', payout: '19' });
  await foldSums(app);
  expect(await of('2026-11-21')).toMatchObject({ revenue: 19, pendingRevenue: 0, totalPayout: 10 });
  app.clock.set('2026-11-22T09:00:00Z');
  await app.send(offerId, 'install', { click_id: click, status: 'rejected' });
  expect(await of('2026-11-21')).toMatchObject({ revenue: 19, totalPayout: 0 });
  expect(await of('2026-11-22')).toMatchObject({ revenue: -19 });
  expect(await stats(`offer=${offerId}`)).toMatchObject({ revenue: null, approvedConversions: 0 });
  expect(await groups('day', `offer=${offerId}`)).toMatchObject([{ revenue: 19 }, { revenue: -19, conversions: 0 }]);
});

test('counts clicks, and approved conversions by the time since their click', async () => {
  app.clock.set('2026-11-24T09:00:00Z');
  const offerId = await offer(null, null);
  const clicks = await Promise.all(Array.from({ length: 3 }, async () => app.click(offerId, await app.newUser())));
  for (const [index, ms] of [9_000, 50_000, 3 * 3_600_000].entries()) {
    app.clock.set(new Date(Date.parse('2026-11-24T09:00:00Z') + ms).toISOString());
    await app.send(offerId, 'install', { click_id: clicks[index] as string });
  }
  const times = STEPS.map((step) => Number(['within10s', 'within1m', 'within6h'].includes(step)));
  for (const fold of [false, true]) {
    if (fold) await foldSums(app);
    for (const by of ['day', 'offer', 'network'])
      expect(await groups(by, `offer=${offerId}&source=postback`)).toMatchObject([
        { clicks: 3, conversions: 3, times, withoutRevenue: 3 },
      ]);
    expect(await groups('event', `offer=${offerId}`)).toMatchObject([{ key: 'install', clicks: null, times }]);
  }
});

test('sums by network, and narrows list and sums to one', async () => {
  const id = await network({ name: 'Best wall' });
  const [first, second] = [await offer(id, 20), await offer(id, 30)];
  await earn(first);
  await earn(second);
  await earn(await offer(null, 5));
  const found = await groups('network');
  expect(found.find((group) => group.key === id)).toMatchObject({
    label: 'Best wall',
    conversions: 2,
    revenue: 50,
    clicks: 2,
  });
  expect(found.find((group) => group.rest === 'none')).toMatchObject({ label: 'No network', key: '' });
  expect(await stats(`network=${id}`)).toMatchObject({ totalConversions: 2, revenue: 50 });
  const list = await must<{ total: number; conversions: unknown[] }>('GET', `/api/conversion-reports?network=${id}`);
  expect([list.total, list.conversions.length]).toEqual([2, 2]);
  expect(await stats('network=net_none')).toMatchObject({ totalConversions: 0 });
});

describe('filling the past', () => {
  test('sets the revenue of earlier conversions once, with a preview and an audit row', async () => {
    const offerId = await offer(null, null);
    for (let n = 0; n < 3; n += 1) await earn(offerId);
    const url = `/api/offers/${offerId}/earlier-revenue`;
    expect(await must('GET', url)).toMatchObject({ earlier: { conversions: 0, months: [], staysUnknown: 3 } });
    const [saved] = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1', [offerId]);
    await app.updateOffer(offerId, { events: [event('install', 10, { _id: saved?.id, revenue: 12.5 })] });
    expect(await must('GET', url)).toMatchObject({
      earlier: {
        conversions: 3,
        revenue: 37.5,
        months: [{ month: '2026-11', conversions: 3, revenue: 37.5 }],
        staysUnknown: 0,
      },
    });
    expect(await stats(`offer=${offerId}`)).toMatchObject({ revenue: null, withoutRevenue: 3 });
    const both = await Promise.all([must('POST', url), must('POST', url)]);
    expect(both.map((answer) => (answer as { filled: number }).filled).toSorted()).toEqual([0, 3]);
    expect(await stats(`offer=${offerId}`)).toMatchObject({ revenue: 37.5, withoutRevenue: 0 });
    expect(
      await app.rows('select after from audit_log where action = $1 and entity_id = $2', [
        'offers.fill-revenue',
        offerId,
      ]),
    ).toEqual([{ after: { conversions: 3, revenue: 37.5 } }]);
  });

  test('answers 404 for an unknown offer', async () => {
    expect((await app.call('GET', '/api/offers/ofr_none/earlier-revenue')).status).toBe(404);
    expect((await app.call('POST', '/api/offers/ofr_none/earlier-revenue')).status).toBe(404);
  });
});

test("counts an offer's clicks, how far they came, and its conversions by event", async () => {
  const offerId = await app.createOffer({ events: [event('install', 10), event('deposit', 10)] });
  const clicks = await Promise.all(Array.from({ length: 4 }, async () => app.click(offerId, await app.newUser())));
  const send = (index: number, name: string) => app.send(offerId, name, { click_id: clicks[index] as string });
  await send(0, 'install');
  await send(1, 'install');
  await send(1, 'deposit');
  const { funnel } = await must<{ funnel: Funnel }>('GET', `/api/offers/${offerId}/funnel`);
  expect(funnel).toMatchObject({ clicks: 4, inProgress: 2, completed: 1 });
  expect(funnel.events.map(({ eventName, conversions }) => [eventName, conversions])).toEqual([
    ['install', 2],
    ['deposit', 1],
  ]);
});

test('exports a breakdown with every figure, and leaves unknown ones empty', async () => {
  const offerId = await offer(await network(), 20, { title: '=1+1' });
  await earn(offerId);
  const other = await offer(null, null);
  await earn(other);
  const { headers } = await openAdminSession(app);
  const read = async (of: string) =>
    (await app.http.fastify.inject({ url: `/api/exports/breakdown.csv?by=offer&offer=${of}`, headers })).body.split(
      '\r\n',
    );
  const [heading, row] = await read(offerId);
  expect(heading?.slice(1)).toBe(
    'Offer,Clicks,Conversions,Approved,CR (%),Revenue,Without revenue,Payout,Profit,Margin (%),Revenue per click,Median time',
  );
  expect(row).toBe("'=1+1,1,1,1,100,20,0,10,10,50,20,≤ 10 s");
  expect((await read(other))[1]).toMatch(/,1,1,1,100,,1,10,,,,≤ 10 s$/);
  const xlsx = await app.http.fastify.inject({ url: `/api/exports/breakdown.xlsx?by=network`, headers });
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('lists the offers that lost money in the last seven days, worst first', async () => {
  app.clock.set('2026-12-02T09:00:00Z');
  const [bad, worse, few] = [await offer(null, 9), await offer(null, 1), await offer(null, 1)];
  for (let n = 0; n < 20; n += 1) for (const id of n < 19 ? [bad, worse, few] : [bad, worse]) await earn(id);
  const { attention } = await must<{ attention: Attention }>('GET', '/api/stats');
  expect(attention.losingOffers).toMatchObject({
    total: 2,
    worst: [
      { offerId: worse, conversions: 20, withoutRevenue: 0, revenue: 20, payout: 200 },
      { offerId: bad, revenue: 180, payout: 200 },
    ],
  });
});

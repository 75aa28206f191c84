import { STEPS, type BreakdownGroup } from '@muneem/contract/conversion-reports';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldSums } from '#features/conversion-reports/index.ts';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { revenueWorld } from './revenue-world.ts';

const app = await createPostbackApp({}, { now: '2026-11-28T09:00:00Z' });
const world = revenueWorld(app);

/** `REVENUE_SEED` repeats a run. A failure prints the seed. */
const SEED = Number(process.env['REVENUE_SEED'] ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env['REVENUE_RUNS'] ?? 6);
const CLICKS = 3;
const CAP = 2;

const step = fc.record({
  act: fc.constantFrom('send', 'send', 'send', 'pending', 'reverse', 'later', 'rate', 'revenue', 'fill', 'fold'),
  click: fc.nat(CLICKS - 1),
  name: fc.constantFrom('install', 'deposit'),
  amount: fc.constantFrom(undefined, '0.1', '0.25', '1', '1.005', 'many'),
  value: fc.constantFrom(null, 7.77, 20, 84.2),
});

/** The revenue of an offer by day, from its rows: in on the conversion's day, out on the day of its reversal. */
const REVENUE_OF_ROWS = `
  select day, sum(revenue)::float8 / 100 as revenue from (
    select created_at as at, revenue_paise as revenue from conversions where offer_id = $1 and status = 'approved'
    union all select conversion_created_at, revenue_paise from conversion_reversals where offer_id = $1 and status_before = 'approved'
    union all select reversed_at, -revenue_paise from conversion_reversals where offer_id = $1 and status_before = 'approved'
  ) moves cross join lateral (select to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day) days
  group by 1 having sum(revenue) <> 0 order by 1`;
const COUNTS_OF_ROWS = `
  select count(*) filter (where status = 'approved' and revenue_paise is null)::int as without_revenue,
    coalesce(sum(revenue_paise) filter (where status = 'pending'), 0)::float8 / 100 as pending_revenue,
    count(*) filter (where status = 'approved')::int as approved,
    coalesce(sum(total_payout_paise), 0)::float8 / 100 as total_payout
  from conversions where offer_id = $1`;

const rounded = (rupees: number): number => Math.round(rupees * 100) / 100;
const add = (groups: readonly BreakdownGroup[], of: (group: BreakdownGroup) => number): number =>
  rounded(groups.reduce((sum, group) => sum + of(group), 0));

async function expectSums(offerId: string): Promise<void> {
  const [counts] = await app.rows<{
    withoutRevenue: number;
    pendingRevenue: number;
    approved: number;
    totalPayout: number;
  }>(COUNTS_OF_ROWS, [offerId]);
  const byDay = await app.rows<{ day: string; revenue: number }>(REVENUE_OF_ROWS, [offerId]);
  const revenue = rounded(byDay.reduce((sum, day) => sum + day.revenue, 0));
  const days = await world.groups('day', `offer=${offerId}`);
  expect(days.filter((day) => (day.revenue ?? 0) !== 0).map((day) => ({ day: day.key, revenue: day.revenue }))).toEqual(
    byDay,
  );
  for (const by of ['day', 'offer', 'network', 'event', 'city']) {
    const groups = await world.groups(by, `offer=${offerId}`);
    const sums = {
      revenue: add(groups, (group) => group.revenue ?? 0),
      pendingRevenue: add(groups, (group) => group.pendingRevenue),
      withoutRevenue: add(groups, (group) => group.withoutRevenue),
      approved: add(groups, (group) => group.approved),
      totalPayout: add(groups, (group) => group.totalPayout),
      timed: add(groups, (group) => group.times.reduce((sum, count) => sum + count, 0)),
    };
    expect(sums, by).toEqual({ ...counts, revenue, timed: counts?.approved });
    for (const group of groups) expect(group.times).toHaveLength(STEPS.length);
  }
}

test('keeps every sum equal to the rows, and the ledger as it is without revenue, for any history', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (history) => {
    const network = await world.network({ currency: 'USD' });
    const events = (install: number | null, deposit: number | null) => [
      event('install', 10, { eventCap: CAP, revenue: install }),
      event('deposit', 10, { eventCap: CAP, revenue: deposit }),
    ];
    // The same history with revenue and without.
    const offers = [
      await app.createOffer({ network, events: events(20, null) }),
      await app.createOffer({ events: events(null, null) }),
    ] as const;
    const users = await Promise.all(offers.map(() => app.newUser()));
    const clicks = await Promise.all(
      offers.map((offerId, n) => Promise.all(Array.from({ length: CLICKS }, () => app.click(offerId, users[n])))),
    );
    const send = (name: string, click: number, query: Readonly<Record<string, string>>) =>
      Promise.all(
        offers.map((offerId, n) => app.send(offerId, name, { click_id: clicks[n]?.[click] ?? '', ...query })),
      );
    let rates = 0;
    for (const { act, click, name, amount, value } of history) {
      const reported: Readonly<Record<string, string>> = amount === undefined ? {} : { payout: amount };
      if (act === 'send') await send(name, click, reported);
      if (act === 'pending') await send(name, click, { ...reported, status: 'pending' });
      if (act === 'reverse') await send(name, click, { status: 'rejected' });
      if (act === 'later') app.clock.advance(13 * 3_600_000);
      if (act === 'rate')
        await world.rate(
          network,
          `2026-0${1 + Math.floor(rates / 28)}-${String(1 + (rates++ % 28)).padStart(2, '0')}`,
          value ?? 80,
        );
      if (act === 'revenue') await app.updateOffer(offers[0], { network, events: events(value, 20) });
      if (act === 'fill') await app.must('POST', `/api/offers/${offers[0]}/earlier-revenue`);
      if (act === 'fold') await foldSums(app);
    }
    await expectSums(offers[0]);
    await foldSums(app);
    await expectSums(offers[0]);
    const [withRevenue, without] = await Promise.all(
      users.map((uid) =>
        app.rows(
          `select j.kind, p.amount from postings p join journals j on j.id = p.journal_id join users u on u.id = p.user_id
           where u.uid = $1 order by j.id`,
          [uid],
        ),
      ),
    );
    expect(withRevenue).toEqual(without);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 40_000 });
});

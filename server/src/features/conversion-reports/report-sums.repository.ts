import { STEPS, type ConversionSource } from '@muneem/contract/conversion-reports';
import type { Paise } from '@muneem/contract/money';
import { CLICK } from '#features/clicks/index.ts';
import { allOf, columnOf, join, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import {
  cityCondition,
  daysOf,
  eventCondition,
  numberOfDay,
  periodsOf,
  rowConditions,
  textOfDay,
  type ReportFilters,
} from './report-filters.repository.ts';

export type Dimension = 'day' | 'event' | 'offer' | 'network' | 'city';

const ofStatus = (column: string, status: string): string => `sum(${column}) filter (where status = '${status}')`;
const ofSource = (source: ConversionSource): string => `sum(conversions) filter (where source = '${source}')`;

/** The measures of a report, each with its SQL. A new one is a column of the three tables and a line here. */
const MEASURES = {
  conversions: 'sum(conversions)',
  approved: ofStatus('conversions', 'approved'),
  totalPayoutPaise: ofStatus('total_payout_paise', 'approved'),
  postback: ofSource('postback'),
  smartPoll: ofSource('smart_poll'),
  manual: ofSource('manual'),
  /** Where it is known. */
  revenuePaise: ofStatus('revenue_paise', 'approved'),
  pendingRevenuePaise: ofStatus('revenue_paise', 'pending'),
  /** Approved conversions whose revenue is unknown. */
  unpriced: ofStatus('unpriced', 'approved'),
  clicks: 'sum(clicks)',
};
export const MEASURE_NAMES = Object.keys(MEASURES) as (keyof typeof MEASURES)[];

export type Sums = {
  readonly [Name in keyof typeof MEASURES]: Name extends `${string}Paise` ? Paise : number;
} & {
  /** Approved conversions by STEPS of the time since their click. */
  readonly times: readonly number[];
};

const SUMS = join([
  ...MEASURE_NAMES.map((name) => raw(`coalesce(${MEASURES[name]}, 0)::bigint as ${columnOf(name)}`)),
  raw(`json_build_array(${STEPS.map((step) => `coalesce(sum(${step}), 0)`).join(', ')}) as times`),
]);
const ROW = raw(
  `offer_id, event_key, source, status, city, conversions, total_payout_paise, revenue_paise, unpriced, clicks, ${STEPS.join(', ')}`,
);
/** A group has conversions, or only the revenue that reversals took, or only clicks. */
const HAS_ROWS = raw('having sum(conversions) > 0 or sum(revenue_paise) <> 0 or sum(clicks) > 0');

export const sumConversions = (q: Queryable, filters: ReportFilters): Promise<Sums> =>
  q.getOne(sql`select ${SUMS} from ${sumsOf(filters)}`);

export type SumGroup = Sums & { readonly key: string };

const KEY = {
  day: sql`day`,
  event: sql`event_key`,
  offer: sql`offer_id`,
  network: sql`coalesce(network_id, '')`,
} as const;
const TITLE = {
  offer: sql`(select title from offers where id = key)`,
  network: sql`(select name from networks where id = key)`,
} as const;

/** Sums by day (oldest first), or by event, offer or network with its title (most conversions first, at most `atMost`). */
export async function groupSums(
  q: Queryable,
  filters: ReportFilters,
  by: keyof typeof KEY,
  atMost: number,
): Promise<(SumGroup & { readonly title: string | null })[]> {
  const title = by === 'offer' || by === 'network' ? TITLE[by] : sql`null`;
  const networks = sql`left join (select id, network_id from offers) o on o.id = offer_id`;
  const groups = await q.query<SumGroup & { key: string | number; title: string | null }>(sql`
    select *, ${title} as title from (
      select ${KEY[by]} as key, ${SUMS} from ${sumsOf(filters, by)} ${by === 'network' ? networks : sql``}
      group by 1 ${HAS_ROWS} order by ${by === 'day' ? sql`1` : sql`2 desc, 1`} limit ${atMost}
    ) found`);
  return by === 'day' ? groups.map((group) => ({ ...group, key: textOfDay(Number(group.key)) })) : groups;
}

export const sumCoins = (q: Queryable): Promise<number> =>
  q.getValue(sql`
    select coalesce(sum(coins), 0)::bigint as coins from (
      select coins from conversion_sums where period = 0 and event_key = '' and offer_id = ''
      union all select coins from conversion_changes
    ) sums`);

/** Sums the largest cities, all `known` ones, and everything, from one snapshot. */
export async function sumCities(q: Queryable, filters: ReportFilters, atMost: number) {
  const rows = await q.query<SumGroup & { kind: 'all' | 'city' | 'known' }>(sql`
    with known as materialized (select * from ${sumsOf(filters, 'city')} where city is not null)
    select * from (
      select 'city' as kind, city as key, ${SUMS} from known group by city ${HAS_ROWS}
      order by sum(conversions) desc, city limit ${atMost}
    ) largest
    union all
    select 'known', '', ${SUMS} from known
    union all
    select 'all', '', ${SUMS} from ${sumsOf(filters)}
    order by kind, conversions desc, key`);
  const [all, known] = [rows[0], rows.at(-1)];
  if (!all || !known) throw new Error('a sum without a row');
  return { all, known, largest: rows.slice(1, -1) };
}

/** Returns matching sums as rows, with a day if they are grouped by day: stored sums and waiting changes, or conversions. */
function sumsOf(filters: ReportFilters, by?: Dimension): Sql {
  if (filters.search !== undefined) return sql`(${rowSums(filters, by)}) sums`;
  const periods = by === 'day' ? daysOf(filters, filters.today) : periodsOf(filters, filters.today);
  const byCity = by === 'city' || filters.city !== undefined;
  const hasOffers = by === 'offer' || by === 'network' || filters.offerIds !== undefined;
  const ofSums = allOf([
    sql`period = any (${periods}::integer[])`,
    hasOffers ? sql`offer_id <> ''` : sql`offer_id = ''`,
    ...(filters.events === undefined ? [eventOfSums(by === 'event' || (byCity && hasOffers))] : []),
    ...(filters.city === undefined ? [] : [cityCondition(filters.city, periods)]),
    keyConditions(filters, by),
  ]);
  const ofChanges = allOf([
    ...(filters.startDate === undefined ? [] : [sql`day >= ${numberOfDay(filters.startDate)}`]),
    ...(filters.endDate === undefined ? [] : [sql`day <= ${numberOfDay(filters.endDate)}`]),
    ...(by === 'day' ? [sql`day = any (${periods}::integer[])`] : []),
    ...(filters.city === undefined ? [] : [cityCondition(filters.city)]),
    keyConditions(filters, by),
  ]);
  const stored = byCity ? sql`conversion_city_sums` : sql`(select *, null as city from conversion_sums) sums`;
  return sql`(
    select period as day, ${ROW} from ${stored} where ${ofSums}
    union all
    select day, ${ROW} from conversion_changes where ${ofChanges}) sums`;
}

const eventOfSums = (isEach: boolean): Sql => (isEach ? sql`event_key <> ''` : sql`event_key = ''`);

/** The conditions on the columns that sums and changes share. Clicks have no event, source and status of their own. */
const keyConditions = ({ offerIds, events, source, status }: ReportFilters, by?: Dimension): Sql =>
  allOf([
    ...(by === 'event' ? [sql`event_key <> ${CLICK.eventKey}`] : []),
    ...(offerIds === undefined ? [] : [sql`offer_id = any (${offerIds}::text[])`]),
    ...(events === undefined ? [] : [eventCondition([...events, CLICK.eventKey])]),
    ...(source === undefined ? [] : [sql`source = any (${[source, CLICK.source]}::text[])`]),
    ...(status === undefined ? [] : [sql`status = any (${[status, CLICK.status]}::text[])`]),
  ]);

/** A search has no stored sums. */
const rowSums = (filters: ReportFilters, by?: Dimension): Sql => sql`
  select ${by === 'day' ? sql`to_char(created_at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer` : sql`0`} as day, ${ROW} from (
    select c.created_at, c.offer_id, c.city, c.event_key, c.source, c.status, 1 as conversions, c.total_payout_paise,
      c.revenue_paise, (c.revenue_paise is null)::integer as unpriced, 0 as clicks, ${raw(STEPS.map((step) => `0 as ${step}`).join(', '))}
    from conversions c where ${rowConditions(filters)}
  ) found`;

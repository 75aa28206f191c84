import type { ConversionSource } from '@muneem/contract/conversion-reports';
import { join, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { cityConditions, hourConditions, rowConditions } from './report-conditions.repository.ts';
import type { ReportFilters } from './report-filters.ts';

export type Dimension = 'day' | 'event' | 'offer' | 'city';

/** Where the answer stands. Sums by offer and by city at once there are none: nearly each would be of one conversion. */
export function placeOfSums(
  { search, offerId, city }: ReportFilters,
  by?: Dimension,
): 'rows' | 'cities' | 'offers' | 'hours' {
  const needsOffer = offerId !== undefined || by === 'offer';
  const needsCity = city !== undefined || by === 'city';
  if (search !== undefined || (needsOffer && needsCity)) return 'rows';
  if (needsCity) return 'cities';
  return needsOffer ? 'offers' : 'hours';
}

/** What the filters find, with the columns of the hourly sums; rows are sums of one. */
function sumsOf(filters: ReportFilters, by?: Dimension | 'page'): Sql {
  switch (placeOfSums(filters, by === 'page' ? undefined : by)) {
    case 'hours':
      return sql`(select * from conversion_hours where ${hourConditions(filters)}) sums`;
    case 'offers':
      return sql`(select * from conversion_rollups where ${hourConditions(filters)}) sums`;
    case 'cities':
      return sql`(
        select since::timestamp at time zone 'Asia/Kolkata' as hour, city, state, country, event_key, source, status, conversions, total_payout_paise
        from conversion_city_sums where ${cityConditions(filters, by === 'day' || by === 'page' ? 'day' : 'any')}
      ) sums`;
    case 'rows':
      return sql`(
        select c.created_at as hour, c.city, coalesce(c.state, '') as state, coalesce(c.country, '') as country, c.offer_id, c.event_key, c.source, c.status, 1 as conversions, c.total_payout_paise
        from conversions c where ${rowConditions(filters)}
      ) sums`;
  }
}

export interface ConversionSums {
  total: number;
  total_payout_paise: number;
  postback: number;
  smart_poll: number;
}

/** Sums over what the filters find. */
export async function sumConversions(q: Queryable, filters: ReportFilters): Promise<ConversionSums> {
  const [sums] = await q.query<ConversionSums>(sql`
    select coalesce(sum(conversions), 0)::bigint as total, ${PAYOUT} as total_payout_paise,
      ${counted('postback')} as postback, ${counted('smart_poll')} as smart_poll
    from ${sumsOf(filters)}`);
  return sums ?? { total: 0, total_payout_paise: 0, postback: 0, smart_poll: 0 };
}

const PAYOUT = sql`coalesce(sum(total_payout_paise) filter (where status = 'approved'), 0)::bigint`;
const counted = (source: ConversionSource): Sql =>
  sql`coalesce(sum(conversions) filter (where source = ${source}), 0)::bigint`;

/** The hours, or for a city the days, on which a page of the list lies, by exact counts. */
export interface PageHours {
  /** From the oldest of them to the end of the newest. */
  readonly first: Date;
  readonly end: Date;
  /** Rows of these hours that come before the page. */
  readonly skip: number;
  readonly hours: readonly Date[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** For filters whose sums are not rows. @returns null for a page behind the last row. */
export async function findPageHours(
  q: Queryable,
  filters: ReportFilters,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<PageHours | null> {
  const direction = raw(order);
  const rows = await q.query<{ hour: Date; before: number }>(sql`
    select hour, before from (
      select hour, rows, (sum(rows) over (order by hour ${direction}))::bigint - rows as before from (
        select hour, sum(conversions)::bigint as rows from ${sumsOf(filters, 'page')} group by hour
      ) counted where rows > 0
    ) placed
    where before + rows > ${offset} and before < ${offset + limit} order by before`);
  const hours = rows.map(({ hour }) => hour);
  const [newest, oldest] = order === 'desc' ? [hours[0], hours.at(-1)] : [hours.at(-1), hours[0]];
  if (!newest || !oldest) return null;
  const length = placeOfSums(filters) === 'cities' ? DAY_MS : HOUR_MS;
  const end = new Date(newest.getTime() + length);
  return { first: oldest, end, skip: offset - (rows[0]?.before ?? 0), hours };
}

/** An offer in an hour in which it has rows of the filter. */
export interface OfferHour {
  readonly hour: Date;
  readonly offerId: string;
}

/** Which offers have rows of the filter in these hours; at most so many, and one more when there are more. */
export async function listOfferHours(
  q: Queryable,
  filters: ReportFilters,
  hours: readonly Date[],
  atMost: number,
): Promise<OfferHour[]> {
  return q.query<OfferHour>(sql`
    select distinct hour, offer_id as "offerId" from conversion_rollups
    where ${hourConditions(filters)} and hour = any (${hours}::timestamptz[]) and conversions > 0 limit ${atMost + 1}`);
}

export interface SumGroup {
  key: string;
  conversions: number;
  approved: number;
  total_payout_paise: number;
  postback: number;
  smart_poll: number;
  manual: number;
}

const KEY = {
  day: sql`to_char(hour at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`,
  event: sql`event_key`,
  offer: sql`offer_id`,
} as const satisfies Record<Exclude<Dimension, 'city'>, Sql>;

const GROUP_SUMS = sql`coalesce(sum(conversions), 0)::bigint as conversions,
  coalesce(sum(conversions) filter (where status = 'approved'), 0)::bigint as approved, ${PAYOUT} as total_payout_paise,
  ${counted('postback')} as postback, ${counted('smart_poll')} as smart_poll, ${counted('manual')} as manual`;

const TOTALS = join(
  ['conversions', 'approved', 'total_payout_paise', 'postback', 'smart_poll', 'manual'].map((name) =>
    raw(`coalesce(sum(${name}), 0)::bigint`),
  ),
);

/** The sums of the filters by day (oldest first), or by event or offer (most conversions first). */
export async function groupSums(
  q: Queryable,
  filters: ReportFilters,
  by: keyof typeof KEY,
  atMost: number,
): Promise<SumGroup[]> {
  return q.query<SumGroup>(sql`
    select ${KEY[by]} as key, ${GROUP_SUMS} from ${sumsOf(filters, by)} group by 1 having sum(conversions) > 0
    order by ${by === 'day' ? sql`1` : sql`2 desc, 1`} limit ${atMost}`);
}

export interface CitySums {
  /** Of the cities with most conversions, by their keys. */
  readonly largest: readonly SumGroup[];
  /** Of every known city together. */
  readonly known: SumGroup;
  /** Of everything that the filters find. */
  readonly all: SumGroup;
}

/** The sums of the filters by city, all of one moment. */
export async function sumCities(q: Queryable, filters: ReportFilters, atMost: number): Promise<CitySums> {
  // Grouped by the columns and not by the key that they make: half the time.
  const rows = await q.query<SumGroup & { kind: 'all' | 'city' | 'known' }>(sql`
    with cities as materialized (
      select city || ', ' || state || ', ' || country as key, ${GROUP_SUMS}
      from ${sumsOf(filters, 'city')} where city is not null group by city, state, country
    )
    select * from (
      select 'city' as kind, * from cities where conversions > 0 order by conversions desc, key limit ${atMost}
    ) largest
    union all
    select 'known', '', ${TOTALS} from cities
    union all
    select 'all', '', ${GROUP_SUMS} from ${sumsOf(filters)}
    order by kind, conversions desc, key`);
  const [all, known] = [rows[0], rows.at(-1)];
  if (!all || !known) throw new Error('a sum without a row');
  return { all, known, largest: rows.slice(1, -1) };
}

/** What offers are called; those that are gone keep the title of their conversions. */
export async function findOfferTitles(q: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await q.query<{ id: string; title: string }>(
    sql`select id, title from offers where id = any (${ids}::text[])`,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

import type { ConversionSource } from '@muneem/contract/conversion-reports';
import { raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { rowConditions, sumConditions } from './report-conditions.repository.ts';
import type { ReportFilters } from './report-filters.ts';

export interface ConversionSums {
  total: number;
  total_payout_paise: number;
  postback: number;
  smart_poll: number;
}

/** Sums from the hourly sums; from the rows themselves when a search narrows them. */
export async function sumConversions(q: Queryable, filters: ReportFilters): Promise<ConversionSums> {
  const [sums] = await q.query<ConversionSums>(
    filters.search === undefined
      ? sql`
        select coalesce(sum(conversions), 0)::bigint as total,
          coalesce(sum(total_payout_paise) filter (where status = 'approved'), 0)::bigint as total_payout_paise,
          coalesce(sum(conversions) filter (where source = 'postback'), 0)::bigint as postback,
          coalesce(sum(conversions) filter (where source = 'smart_poll'), 0)::bigint as smart_poll
        from ${sumsTable(filters)} where ${sumConditions(filters)}`
      : sql`
        select count(*)::bigint as total,
          coalesce(sum(c.total_payout_paise) filter (where c.status = 'approved'), 0)::bigint as total_payout_paise,
          count(*) filter (where c.source = 'postback')::bigint as postback,
          count(*) filter (where c.source = 'smart_poll')::bigint as smart_poll
        from conversions c where ${rowConditions(filters)}`,
  );
  return sums ?? { total: 0, total_payout_paise: 0, postback: 0, smart_poll: 0 };
}

/** The sums that have what the filters ask for: those without offers are a hundredth of the others. */
const sumsTable = ({ offerId }: ReportFilters): Sql =>
  offerId === undefined ? sql`conversion_hours` : sql`conversion_rollups`;

/** The hours on which a page of the list lies, by exact counts. */
export interface PageHours {
  /** Oldest and newest of them. */
  readonly first: Date;
  readonly last: Date;
  /** Rows of these hours that come before the page. */
  readonly skip: number;
  readonly hours: readonly Date[];
}

/** @returns null for a page behind the last row. */
export async function findPageHours(
  q: Queryable,
  filters: ReportFilters,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<PageHours | null> {
  const direction = raw(order);
  const rows = await q.query<{ hour: Date; before: number }>(sql`
    select hour, before from (
      select hour, rows, (sum(rows) over (order by hour ${direction}))::bigint - rows as before from (
        select hour, sum(conversions)::bigint as rows from ${sumsTable(filters)} where ${sumConditions(filters)} group by hour
      ) counted where rows > 0
    ) placed
    where before + rows > ${offset} and before < ${offset + limit} order by before`);
  const hours = rows.map(({ hour }) => hour);
  const [newest, oldest] = order === 'desc' ? [hours[0], hours.at(-1)] : [hours.at(-1), hours[0]];
  if (!newest || !oldest) return null;
  return { first: oldest, last: newest, skip: offset - (rows[0]?.before ?? 0), hours };
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
    where ${sumConditions(filters)} and hour = any (${hours}::timestamptz[]) and conversions > 0 limit ${atMost + 1}`);
}

export type Dimension = 'day' | 'event' | 'offer';

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
} as const satisfies Record<Dimension, Sql>;

const counted = (source: ConversionSource): Sql =>
  sql`coalesce(sum(conversions) filter (where source = ${source}), 0)::bigint`;

/** The sums of the filters by day (oldest first), by event or by offer (most conversions first). */
export async function groupSums(
  q: Queryable,
  filters: ReportFilters,
  by: Dimension,
  atMost: number,
): Promise<SumGroup[]> {
  const table = by === 'offer' ? sql`conversion_rollups` : sumsTable(filters);
  return q.query<SumGroup>(sql`
    select ${KEY[by]} as key, sum(conversions)::bigint as conversions,
      coalesce(sum(conversions) filter (where status = 'approved'), 0)::bigint as approved,
      coalesce(sum(total_payout_paise) filter (where status = 'approved'), 0)::bigint as total_payout_paise,
      ${counted('postback')} as postback, ${counted('smart_poll')} as smart_poll, ${counted('manual')} as manual
    from ${table} where ${sumConditions(filters)} group by 1 having sum(conversions) > 0
    order by ${by === 'day' ? sql`1` : sql`2 desc, 1`} limit ${atMost}`);
}

/** What offers are called; those that are gone keep the title of their conversions. */
export async function findOfferTitles(q: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await q.query<{ id: string; title: string }>(
    sql`select id, title from offers where id = any (${ids}::text[])`,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

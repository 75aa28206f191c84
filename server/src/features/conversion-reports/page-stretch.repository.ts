import { kolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { daysOfMonths, textOfDay } from './periods.ts';
import { hourConditions } from './report-conditions.repository.ts';
import type { ReportFilters } from './report-filters.ts';
import { needsOffers, placeOfSums, readSumsBefore, sumsOf } from './sums-of.repository.ts';

/** The hours (for a city: days) that contain a page, from exact counts. */
export interface PageStretch {
  /** Start of the oldest, end of the newest. */
  readonly first: Date;
  readonly end: Date;
  /** Number of matching rows in the range before and after the page. */
  readonly skip: number;
  readonly behind: number;
  readonly starts: readonly Date[];
  readonly isOfDays: boolean;
}

interface PageOrder {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Locates a page by stored sums: its months, their days, then their hours. @returns null for a page after the last row */
export async function findPageStretch(
  q: Queryable,
  filters: ReportFilters,
  page: PageOrder,
): Promise<PageStretch | null> {
  const before = await readSumsBefore(q);
  const place = (grain: 'month' | 'day', of: ReportFilters, offset: number): Promise<Placed<number> | null> => {
    const start = grain === 'day' ? sql`day` : sql`left(day::text, 6)::integer`;
    const counted = sql`
      select ${start} as start, sum(conversions)::bigint as rows from ${sumsOf(of, grain, before)} group by 1`;
    return placePage<number>(q, counted, { ...page, offset });
  };
  const months = await place('month', filters, page.offset);
  const placed = months && (await place('day', withinMonths(filters, months.starts), months.skip));
  if (placed === null) return null;
  const days = placed.starts.map((day) => startOfKolkataDay(textOfDay(day)));
  if (placeOfSums(filters) === 'places') return toStretch({ ...placed, starts: days }, page, DAY_MS);
  const hours = days.flatMap((day) => HOURS.map((hour) => new Date(day.getTime() + hour * HOUR_MS)));
  const ofDays = sql`
    select hour as start, sum(conversions)::bigint as rows from ${raw(needsOffers(filters) ? 'conversion_rollups' : 'conversion_hours')}
    where ${hourConditions(filters)} and hour = any (${hours}::timestamptz[]) group by 1`;
  const within = await placePage<Date>(q, ofDays, { ...page, offset: placed.skip });
  return within && toStretch(within, page, HOUR_MS);
}

/** Narrows the filters to the days of these months. */
function withinMonths(filters: ReportFilters, months: readonly number[]): ReportFilters {
  const [first, last] = daysOfMonths(Math.min(...months), Math.max(...months));
  const { startDate = first, endDate = last } = filters;
  return { ...filters, startDate: startDate > first ? startDate : first, endDate: endDate < last ? endDate : last };
}

interface Placed<Start> {
  readonly starts: readonly Start[];
  readonly skip: number;
  readonly behind: number;
}

/** Finds the ranges that contain the page, and the rows before and after it. */
async function placePage<Start>(
  q: Queryable,
  counted: Sql,
  { order, limit, offset }: PageOrder,
): Promise<Placed<Start> | null> {
  const found = await q.query<{ start: Start; before: number; rows: number }>(sql`
    select start, before, rows from (
      select start, rows, (sum(rows) over (order by start ${raw(order)}))::bigint - rows as before
      from (${counted}) counted where rows > 0
    ) placed
    where before + rows > ${offset} and before < ${offset + limit} order by before`);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return null;
  const behind = Math.max(0, last.before + last.rows - offset - limit);
  return { starts: found.map(({ start }) => start), skip: offset - first.before, behind };
}

function toStretch({ starts, skip, behind }: Placed<Date>, { order }: PageOrder, lengthMs: number): PageStretch | null {
  const [newest, oldest] = order === 'desc' ? [starts[0], starts.at(-1)] : [starts.at(-1), starts[0]];
  if (!newest || !oldest) return null;
  const end = new Date(newest.getTime() + lengthMs);
  return { first: oldest, end, skip, behind, starts, isOfDays: lengthMs === DAY_MS };
}

/** An offer and an hour or day with matching rows. */
export interface OfferStretch {
  readonly start: Date;
  readonly offerId: string;
}

/** Lists the offers with matching rows in the page's range, at most `atMost` + 1. */
export function listPageOffers(
  q: Queryable,
  filters: ReportFilters,
  stretch: PageStretch,
  atMost: number,
): Promise<OfferStretch[]> | OfferStretch[] {
  const { offerId } = filters;
  const { starts, isOfDays } = stretch;
  if (offerId !== undefined) return starts.map((start) => ({ start, offerId }));
  if (isOfDays) return listDaysOffers(q, filters, stretch, atMost);
  return q.query<OfferStretch>(sql`
    select distinct hour as start, offer_id from conversion_rollups
    where ${hourConditions(filters)} and hour = any (${starts}::timestamptz[]) and conversions > 0 limit ${atMost + 1}`);
}

async function listDaysOffers(
  q: Queryable,
  filters: ReportFilters,
  { first, end }: PageStretch,
  atMost: number,
): Promise<OfferStretch[]> {
  const ofDays = { ...filters, startDate: kolkataDay(first), endDate: kolkataDay(new Date(end.getTime() - 1)) };
  const rows = await q.query<{ day: number; offerId: string }>(sql`
    select day, offer_id from ${sumsOf(ofDays, 'offer-day', await readSumsBefore(q))}
    group by 1, 2 having sum(conversions) > 0 limit ${atMost + 1}`);
  return rows.map(({ day, offerId }) => ({ start: startOfKolkataDay(textOfDay(day)), offerId }));
}

import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { allOf, sql, type Sql } from '#platform/database/index.ts';
import type { ReportFilters, ReportSearch } from './report-filters.ts';

/** The filters as conditions on the rows themselves (`c`). What is rare is said so that its partial index is seen. */
export function rowConditions(filters: ReportFilters): Sql {
  const { source, eventKeys, status, offerId, city, startDate, endDate, search } = filters;
  return allOf([
    ...(offerId === undefined ? [] : [sql`c.offer_id = ${offerId}`]),
    ...(city === undefined ? [] : [sql`c.city = ${city.city}`]),
    ...(city?.state === undefined ? [] : [sql`coalesce(c.state, '') = ${city.state}`]),
    ...(city?.country === undefined ? [] : [sql`coalesce(c.country, '') = ${city.country}`]),
    ...(source === undefined ? [] : [sql`c.source = ${source}`]),
    ...(source === undefined || source === 'postback' ? [] : [sql`c.source <> 'postback'`]),
    ...(eventKeys.length === 0 ? [] : [sql`c.event_key = any (${eventKeys}::text[])`]),
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(status === undefined || status === 'approved' ? [] : [sql`c.status <> 'approved'`]),
    ...(startDate === undefined ? [] : [sql`c.created_at >= ${startOfKolkataDay(startDate)}`]),
    ...(endDate === undefined ? [] : [sql`c.created_at < ${endOfKolkataDay(endDate)}`]),
    ...(search === undefined ? [] : [searchCondition(search)]),
  ]);
}

function searchCondition(search: ReportSearch): Sql {
  if ('clickId' in search) return sql`c.click_id = ${search.clickId}`;
  if ('conversionId' in search) return sql`c.created_at = ${search.createdAt} and c.id = ${search.conversionId}`;
  return sql`c.user_id = any (${search.userIds}::bigint[])`;
}

/** The filters as conditions on the hourly sums. */
export const hourConditions = (filters: ReportFilters): Sql =>
  allOf([
    ...(filters.offerId === undefined ? [] : [sql`offer_id = ${filters.offerId}`]),
    ...(filters.startDate === undefined ? [] : [sql`hour >= ${startOfKolkataDay(filters.startDate)}`]),
    ...(filters.endDate === undefined ? [] : [sql`hour < ${endOfKolkataDay(filters.endDate)}`]),
    kindConditions(filters),
  ]);

/** The filters as conditions on the sums by city, by day only or, for few rows, by month wherever a month is whole. */
export const cityConditions = (filters: ReportFilters, span: 'day' | 'any'): Sql =>
  allOf([
    ...(filters.city === undefined ? [] : [sql`city = ${filters.city.city}`]),
    ...(filters.city?.state === undefined ? [] : [sql`state = ${filters.city.state}`]),
    ...(filters.city?.country === undefined ? [] : [sql`country = ${filters.city.country}`]),
    span === 'day'
      ? daysOnly(filters.startDate, filters.endDate)
      : daysAndMonths(filters.startDate, filters.isOpen ? undefined : filters.endDate),
    kindConditions(filters),
  ]);

const kindConditions = ({ source, eventKeys, status }: ReportFilters): Sql =>
  allOf([
    ...(source === undefined ? [] : [sql`source = ${source}`]),
    ...(eventKeys.length === 0 ? [] : [sql`event_key = any (${eventKeys}::text[])`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ]);

type Day = string | undefined;

const daysOnly = (first: Day, last: Day): Sql =>
  allOf([
    sql`span = 'day'`,
    ...(first === undefined ? [] : [sql`since >= ${first}::date`]),
    ...(last === undefined ? [] : [sql`since <= ${last}::date`]),
  ]);

/** Whole months by their own sums; before the first and behind the last of them day by day. */
function daysAndMonths(first: Day, last: Day): Sql {
  const firstMonth = first === undefined ? undefined : first.endsWith('-01') ? first : monthAfter(first);
  const endOfMonths = last === undefined ? undefined : `${dayAfter(last).slice(0, 7)}-01`;
  if (firstMonth !== undefined && endOfMonths !== undefined && firstMonth >= endOfMonths) return daysOnly(first, last);
  const months = allOf([
    sql`span = 'month'`,
    ...(firstMonth === undefined ? [] : [sql`since >= ${firstMonth}::date`]),
    ...(endOfMonths === undefined ? [] : [sql`since < ${endOfMonths}::date`]),
  ]);
  const before =
    first === undefined ? sql`false` : sql`span = 'day' and since >= ${first}::date and since < ${firstMonth}::date`;
  const behind =
    last === undefined ? sql`false` : sql`span = 'day' and since >= ${endOfMonths}::date and since <= ${last}::date`;
  return sql`((${months}) or (${before}) or (${behind}))`;
}

const DAY_MS = 86_400_000;
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

function monthAfter(day: string): string {
  const month = new Date(`${day.slice(0, 7)}-01`);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return month.toISOString().slice(0, 10);
}

import type { City } from '@muneem/contract/conversion-reports';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { allOf, sql, type Sql } from '#platform/database/index.ts';
import type { ReportFilters, ReportSearch } from './report-filters.ts';

/** The filters as conditions on the rows themselves (`c`). What is rare is said so that its partial index is seen. */
export function rowConditions(filters: ReportFilters): Sql {
  const { source, events, status, offerId, city, startDate, endDate, search } = filters;
  return allOf([
    ...(offerId === undefined ? [] : [sql`c.offer_id = ${offerId}`]),
    ...(city === undefined ? [] : [sql`c.city = ${city.city}`]),
    ...(city?.state === undefined ? [] : [sql`coalesce(c.state, '') = ${city.state}`]),
    ...(city?.country === undefined ? [] : [sql`coalesce(c.country, '') = ${city.country}`]),
    ...(source === undefined ? [] : [sql`c.source = ${source}`]),
    ...(source === undefined || source === 'postback' ? [] : [sql`c.source <> 'postback'`]),
    ...(events === undefined ? [] : [eventCondition(events, sql`c.`)]),
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(status === undefined || status === 'approved' ? [] : [sql`c.status <> 'approved'`]),
    ...(startDate === undefined ? [] : [sql`c.created_at >= ${startOfKolkataDay(startDate)}`]),
    ...(endDate === undefined ? [] : [sql`c.created_at < ${endOfKolkataDay(endDate)}`]),
    ...(search === undefined ? [] : [searchCondition(search)]),
  ]);
}

export const eventCondition = (events: readonly string[], of: Sql = sql``): Sql =>
  sql`${of}event_key = any (${events}::text[])`;

function searchCondition(search: ReportSearch): Sql {
  if ('clickId' in search) return sql`c.click_id = ${search.clickId}`;
  if ('conversionId' in search) return sql`c.created_at = ${search.createdAt} and c.id = ${search.conversionId}`;
  return sql`c.user_id = any (${search.userIds}::bigint[])`;
}

/** The filters as conditions on the hourly sums, and on changes that wait: `time` is when they count. */
export const hourConditions = (filters: ReportFilters, time: Sql = sql`hour`): Sql =>
  allOf([
    ...(filters.offerId === undefined ? [] : [sql`offer_id = ${filters.offerId}`]),
    ...(filters.startDate === undefined ? [] : [sql`${time} >= ${startOfKolkataDay(filters.startDate)}`]),
    ...(filters.endDate === undefined ? [] : [sql`${time} < ${endOfKolkataDay(filters.endDate)}`]),
    ...(filters.source === undefined ? [] : [sql`source = ${filters.source}`]),
    ...(filters.events === undefined ? [] : [eventCondition(filters.events)]),
    ...(filters.status === undefined ? [] : [sql`status = ${filters.status}`]),
  ]);

/** How the keys of a city begin (`Pune, Maharashtra, India`), or the one key where state and country are known too. */
export function cityKeys({ city, state, country }: Pick<City, 'city'> & Partial<City>): {
  readonly key: string;
  readonly isWhole: boolean;
} {
  if (state === undefined) return { key: `${city}, `, isWhole: false };
  return { key: `${city}, ${state}, ${country ?? ''}`, isWhole: country !== undefined };
}

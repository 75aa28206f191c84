import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { allOf, sql, type Sql } from '#platform/database/index.ts';
import type { ReportFilters, ReportSearch } from './report-filters.ts';

/** The filters as conditions on the rows themselves (`c`). What is rare is said so that its partial index is seen. */
export function rowConditions(filters: ReportFilters): Sql {
  const { source, eventKeys, status, offerId, startDate, endDate, search } = filters;
  return allOf([
    ...(offerId === undefined ? [] : [sql`c.offer_id = ${offerId}`]),
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
export function sumConditions({ source, eventKeys, status, offerId, startDate, endDate }: ReportFilters): Sql {
  return allOf([
    ...(offerId === undefined ? [] : [sql`offer_id = ${offerId}`]),
    ...(source === undefined ? [] : [sql`source = ${source}`]),
    ...(eventKeys.length === 0 ? [] : [sql`event_key = any (${eventKeys}::text[])`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(startDate === undefined ? [] : [sql`hour >= ${startOfKolkataDay(startDate)}`]),
    ...(endDate === undefined ? [] : [sql`hour < ${endOfKolkataDay(endDate)}`]),
  ]);
}

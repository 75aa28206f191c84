import type { City } from '@muneem/contract/conversion-reports';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { allOf, sql, type Sql } from '#platform/database/index.ts';
import type { Period } from './periods.ts';
import { conversionTime, type ReportFilters, type ReportSearch } from './report-filters.ts';

/**
 * Returns the filters as conditions on rows `c`. Repeats the predicates of partial indexes, so the planner uses them.
 */
export function rowConditions(filters: Partial<ReportFilters>): Sql {
  const { source, events, status, offerIds, city, startDate, endDate, search } = filters;
  return allOf([
    ...(offerIds === undefined ? [] : [isOneOf(sql`c.offer_id`, offerIds)]),
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

export const eventCondition = (events: readonly string[], of: Sql = sql``): Sql => isOneOf(sql`${of}event_key`, events);

/** One value alone lets an index give the order too. */
const isOneOf = (column: Sql, values: readonly string[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any (${values}::text[])`;

function searchCondition(search: ReportSearch): Sql {
  if ('conversionIds' in search) {
    const { conversionIds: ids } = search;
    return sql`c.id = any (${ids}::text[]) and c.created_at = any (${ids.map(conversionTime)}::timestamptz[])`;
  }
  return sql`c.user_id = any (${search.userIds}::bigint[])`;
}

/**
 * Returns a condition on the cities of sums and changes. @param periods of sums: names each key of the city, so that the
 * index of cities is used
 */
export function cityCondition(city: Pick<City, 'city'> & Partial<City>, periods?: readonly Period[]): Sql {
  const { key, isWhole } = cityKeys(city);
  if (isWhole) return sql`city = ${key}`;
  const isWithin = sql`city >= ${key} collate "C" and city < ${key.replace(/ $/, '!')} collate "C"`;
  if (periods === undefined) return isWithin;
  return sql`city = any (array(
    select distinct city from conversion_city_sums
    where period = any (${periods}::integer[]) and offer_id = '' and event_key = '' and ${isWithin}
  ))`;
}

/** Returns the prefix of a city's keys (`Pune, Maharashtra, India`), or the key if state and country are given. */
function cityKeys({ city, state, country }: Pick<City, 'city'> & Partial<City>): {
  readonly key: string;
  readonly isWhole: boolean;
} {
  if (state === undefined) return { key: `${city}, `, isWhole: false };
  return { key: `${city}, ${state}, ${country ?? ''}`, isWhole: country !== undefined };
}

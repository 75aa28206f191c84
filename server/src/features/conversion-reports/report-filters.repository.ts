import { withAliases } from '@muneem/contract/conversions';
import {
  MAX_BREAKDOWN_DAYS,
  MAX_SEARCHED_USERS,
  readCityKey,
  type City,
  type ConversionSource,
  type ConversionStatus,
  type getConversionStats,
} from '@muneem/contract/conversion-reports';
import type { RouteQuery } from '@muneem/contract/http';
import { DAY_MS, endOfKolkataDay, kolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { allOf, isOneOf, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import { listConversionIds, listConversionIdsOfUser } from '#features/conversions/index.ts';
import { listOfferIdsOfNetwork } from '#features/offers/index.ts';
import { searchUserIds } from '#features/users/index.ts';

/** The meaning of a search: conversions by id, such as those of a click, or the conversions of users. */
export type ReportSearch =
  | { readonly conversionIds: readonly string[] }
  | {
      readonly userIds: readonly number[];
      /** More users match than the limit. */ readonly isCutShort: boolean;
    };

export interface ReportFilters {
  readonly source?: ConversionSource | undefined;
  /** Lower-case names. Undefined: all events. */
  readonly events?: readonly string[] | undefined;
  readonly status?: ConversionStatus | undefined;
  /** One offer, or all offers of a network. */
  readonly offerIds?: readonly string[] | undefined;
  /** State and country are only set to distinguish cities of one name. Empty: unknown. */
  readonly city?: (Pick<City, 'city'> & Partial<City>) | undefined;
  /** Days in Asia/Kolkata, both inclusive. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly search?: ReportSearch | undefined;
  /** The current day in Asia/Kolkata. */
  readonly today: string;
}

export async function readFilters(
  database: Queryable,
  query: RouteQuery<typeof getConversionStats>,
  now: Date,
): Promise<ReportFilters> {
  const { startDate, endDate, event, source, status, offer, network, city, search } = query;
  return {
    source,
    status,
    offerIds: await readOffers(database, offer, network),
    city: city === '' ? undefined : readCityKey(city),
    startDate,
    endDate,
    today: kolkataDay(now),
    events: event === undefined || event === '' ? undefined : eventsOf(event),
    search: search === '' ? undefined : await understand(database, search),
  };
}

async function readOffers(q: Queryable, offer: string, network: string): Promise<readonly string[] | undefined> {
  if (network === '') return offer === '' ? undefined : [offer];
  const ofNetwork = await listOfferIdsOfNetwork(q, network);
  return offer === '' ? ofNetwork : ofNetwork.filter((id) => id === offer);
}

/** With more ids, a statement by user is faster. */
const MOST_IDS = 200;

async function understand(q: Queryable, search: string): Promise<ReportSearch> {
  if (timeOfUlid(search.toUpperCase())) return { conversionIds: await listConversionIds(q, search.toUpperCase()) };
  if (conversionTime(search)) return { conversionIds: [search] };
  const found = await searchUserIds(q, search, MAX_SEARCHED_USERS + 1);
  if (found.length === 1) {
    const ids = await listConversionIdsOfUser(q, found[0] as number, MOST_IDS + 1);
    if (ids.length <= MOST_IDS) return { conversionIds: ids };
  }
  return { userIds: found.slice(0, MAX_SEARCHED_USERS), isCutShort: found.length > MAX_SEARCHED_USERS };
}

/** Returns whether the search matches more users than the limit, so the result is incomplete. */
export const isCutShort = ({ search }: ReportFilters): boolean =>
  search !== undefined && 'userIds' in search && search.isCutShort;

/** Returns the time in a conversion's id (`cnv_` and a ULID). It equals `created_at`, so it selects the partition. */
export const conversionTime = (id: string): Date | null => (id.startsWith('cnv_') ? timeOfUlid(id.slice(4)) : null);

/** Returns a name and its aliases. A manual payment's name has capitals. */
const eventsOf = (event: string): readonly string[] => [...new Set([...withAliases(event.toLowerCase()), event])];

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

/** A period with stored sums, in Asia/Kolkata: a day (20261121), a month (202611), or 0 for all time. */
type Period = number;

type DayRange = Pick<ReportFilters, 'startDate' | 'endDate'>;

/** No conversion is older. */
const FIRST_DAY = '2020-01-01';

/** Returns the fewest periods that cover exactly these days. @param today ends an unbounded range, with a month to spare */
export function periodsOf({ startDate, endDate }: DayRange, today: string): Period[] {
  if (startDate === undefined && endDate === undefined) return [0];
  return monthsOf(bounded({ startDate, endDate }, today)).flatMap(({ month, from, to, isWhole }) =>
    isWhole ? [month] : sequence(from, to),
  );
}

/** Returns each of these days, at most the newest two years. */
export function daysOf(range: DayRange, today: string): Period[] {
  const { first, last } = bounded(range, today);
  const earliest = textOf(new Date(Date.parse(last) - (MAX_BREAKDOWN_DAYS - 1) * DAY_MS));
  return monthsOf({ first: first > earliest ? first : earliest, last }).flatMap(({ from, to }) => sequence(from, to));
}

/** Formats 20261121 as `2026-11-21`. */
export const textOfDay = (day: Period): string => String(day).replace(/(\d\d)(\d\d)$/, '-$1-$2');
/** Parses `2026-11-21` as 20261121. */
export const numberOfDay = (day: string): Period => Number(day.replaceAll('-', ''));

const textOf = (at: Date): string => at.toISOString().slice(0, 10);

function bounded({ startDate, endDate }: DayRange, today: string): { readonly first: string; readonly last: string } {
  const latest = textOf(new Date(Date.parse(today) + 31 * DAY_MS));
  return {
    first: startDate === undefined || startDate < FIRST_DAY ? FIRST_DAY : startDate,
    last: endDate === undefined || endDate > latest ? latest : endDate,
  };
}

/** Returns the days month by month. */
function monthsOf({ first, last }: { readonly first: string; readonly last: string }) {
  const [firstDay, lastDay] = [numberOfDay(first), numberOfDay(last)];
  const months: { month: Period; from: number; to: number; isWhole: boolean }[] = [];
  for (let month = Math.floor(firstDay / 100); month <= lastDay / 100; month += month % 100 === 12 ? 89 : 1) {
    const [start, end] = [month * 100 + 1, lastDayOf(month)];
    const [from, to] = [Math.max(firstDay, start), Math.min(lastDay, end)];
    months.push({ month, from, to, isWhole: from === start && to === end });
  }
  return months;
}

const lastDayOf = (month: Period): Period =>
  month * 100 + new Date(Date.UTC(Math.floor(month / 100), month % 100, 0)).getUTCDate();

const sequence = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

import { CONVERSION_SOURCES, CONVERSION_STATUSES, type ConversionSource } from '@muneem/contract/conversion-reports';
import { raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { daysOf, periodsOf, yearsOf, type Months, type Period } from './periods.ts';
import { cityKeys, eventCondition, hourConditions, rowConditions } from './report-conditions.repository.ts';
import type { ReportFilters } from './report-filters.ts';

export type Dimension = 'day' | 'event' | 'offer' | 'city';
/** The grouping of the sums. Undefined: one total. */
type Grain = Dimension | 'month' | 'offer-day' | undefined;

export const needsOffers = ({ offerId }: ReportFilters, by?: Grain): boolean =>
  offerId !== undefined || by === 'offer' || by === 'offer-day';
const hasDays = (by: Grain): boolean => by === 'day' || by === 'offer-day';

/** Returns which sums can answer the filters: with cities, without cities, or none (`rows`). */
export function placeOfSums({ search, city }: ReportFilters, by?: Grain): 'rows' | 'places' | 'offers' {
  if (search !== undefined) return 'rows';
  return city !== undefined || by === 'city' ? 'places' : 'offers';
}

/** Read just before the sums. Both values only grow, so they are valid for the sums too. */
interface SumsBefore {
  /** Earlier hours are folded into period sums. */
  readonly foldedTo: Date;
  /** Null if there are none. */
  readonly months: Months | null;
}

const MONTHS_OF = (order: 'asc' | 'desc'): Sql => {
  const month = (table: string): Sql =>
    raw(`(select period from ${table} where period < 1000000 order by period ${order} limit 1)`);
  return sql`${raw(order === 'asc' ? 'least' : 'greatest')}(${month('conversion_offer_sums')}, ${month('conversion_place_sums')})`;
};

export async function readSumsBefore(q: Queryable): Promise<SumsBefore> {
  const row = await q.getOne<{ foldedTo: Date; oldest: number | null; newest: number | null }>(sql`
    select folded_to, ${MONTHS_OF('asc')} as oldest, ${MONTHS_OF('desc')} as newest from conversion_folds`);
  const { foldedTo, oldest, newest } = row;
  return { foldedTo, months: oldest === null || newest === null ? null : { oldest, newest } };
}

/**
 * Returns matching sums as rows: day (if grouped by day), offer_id, city, event_key and numbers.
 * By month, `day` is any period of the month. Combines period sums, pending changes and unfinished hours.
 */
export function sumsOf(filters: ReportFilters, by: Grain, before: SumsBefore): Sql {
  switch (placeOfSums(filters, by)) {
    case 'rows':
      return sql`(${rowSums(filters, by)}) sums`;
    case 'places':
      return sql`(${placeSums(filters, by, before)}) sums`;
    case 'offers':
      return sql`(${offerSums(filters, by, before)}) sums`;
  }
}

function offerSums(filters: ReportFilters, by: Grain, before: SumsBefore): Sql {
  const needsOffer = needsOffers(filters, by);
  const offer = needsOffer ? sql`offer_id` : sql`''`;
  const isOpen = sql`hour >= ${before.foldedTo} and hour >= (select folded_to from conversion_folds)`;
  return sql`
    select period as day, offer_id, '' as city, event_key, ${periodNumbers(filters)} from conversion_offer_sums
    where period = any (${wantedPeriods(filters, by, before)}::integer[]) and ${offerCondition(filters, by)}
      and ${eventsOr(filters, by === 'event' ? sql`event_key <> ''` : sql`event_key = ''`)}
    union all
    select ${dayOrZero(by, sql`at`)}, offer_id, '', event_key, ${NUMBERS} from conversion_offer_changes
    where ${hourConditions(filters, sql`at`)}
    union all
    select ${dayOrZero(by, sql`hour`)}, ${offer}, '', event_key, ${NUMBERS}
    from ${raw(needsOffer ? 'conversion_rollups' : 'conversion_hours')} where ${hourConditions(filters)} and ${isOpen}`;
}

function placeSums(filters: ReportFilters, by: Grain, before: SumsBefore): Sql {
  const needsOffer = needsOffers(filters, by);
  // An offer in a city has few conversions, so its sums are stored by event only.
  const anyEvent = needsOffer || by === 'event' ? sql`event_key <> ''` : sql`event_key = ''`;
  return sql`
    select period as day, offer_id, city, event_key, ${periodNumbers(filters)} from conversion_place_sums
    where period = any (${wantedPeriods(filters, by, before)}::integer[]) and ${offerCondition(filters, by)}
      and ${cityCondition(filters, before)} and ${eventsOr(filters, anyEvent)}
    union all
    select ${dayOrZero(by, sql`at`)}, offer_id, city, event_key, ${NUMBERS} from conversion_place_changes
    where ${hourConditions(filters, sql`at`)} and ${changedCityCondition(filters)}`;
}

const rowSums = (filters: ReportFilters, by: Grain): Sql => sql`
  select ${dayOrZero(by, sql`created_at`)} as day, offer_id, city, event_key, ${NUMBERS} from (
    select c.created_at, c.offer_id, c.city, c.event_key, c.source, c.status, 1 as conversions, c.total_payout_paise
    from conversions c where ${rowConditions(filters)}
  ) found`;

function wantedPeriods(filters: ReportFilters, by: Grain, { months }: SumsBefore): Period[] {
  const range = { first: filters.startDate, last: filters.endDate };
  if (hasDays(by)) return daysOf(range, months);
  const hasYears = by !== 'month' && !(needsOffers(filters, by) && placeOfSums(filters, by) === 'places');
  return (hasYears ? yearsOf : periodsOf)(range, months);
}

function offerCondition(filters: ReportFilters, by: Grain): Sql {
  if (filters.offerId !== undefined) return sql`offer_id = ${filters.offerId}`;
  return needsOffers(filters, by) ? sql`offer_id <> ''` : sql`offer_id = ''`;
}

const eventsOr = ({ events }: ReportFilters, otherwise: Sql): Sql =>
  events === undefined ? otherwise : eventCondition(events);

/** Finds a city's keys in the year sums first, where each city has one row. Then each key uses the index. */
function cityCondition({ city }: ReportFilters, { months }: SumsBefore): Sql {
  if (city === undefined) return sql`true`;
  const { key, isWhole } = cityKeys(city);
  if (isWhole) return sql`city = ${key}`;
  const all = yearsOf({ first: undefined, last: undefined }, months);
  return sql`city = any (array(
    select distinct city from conversion_place_sums
    where period = any (${all}::integer[]) and offer_id = '' and event_key = '' and city >= ${key} and city < ${key.replace(/ $/, '!')}
  ))`;
}

function changedCityCondition({ city }: ReportFilters): Sql {
  if (city === undefined) return sql`true`;
  const { key, isWhole } = cityKeys(city);
  return isWhole ? sql`city = ${key}` : sql`starts_with(city, ${key})`;
}

const dayOrZero = (by: Grain, time: Sql): Sql =>
  hasDays(by) || by === 'month' ? sql`to_char(${time} at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer` : sql`0`;

const numberIf = (condition: string, number: string): string => `case when ${condition} then ${number} else 0 end`;

/** For sums with one source and one status per row. */
const NUMBERS = raw(
  [
    'conversions',
    `${numberIf("status = 'approved'", 'conversions')} as approved`,
    `${numberIf("status = 'approved'", 'total_payout_paise')} as total_payout_paise`,
    ...CONVERSION_SOURCES.map((source) => `${numberIf(`source = '${source}'`, 'conversions')} as ${source}`),
  ].join(', '),
);

/** For sums with a column per source and status. */
function periodNumbers({ source, status }: ReportFilters): Sql {
  const sources = source === undefined ? CONVERSION_SOURCES : [source];
  const statuses = status === undefined ? CONVERSION_STATUSES : [status];
  const approved = statuses.includes('approved');
  const sum = (columns: readonly string[]): string =>
    columns.length === 0 ? '0' : columns.map((column) => `coalesce(${column}, 0)`).join(' + ');
  const countOf = (of: ConversionSource): string =>
    sum(sources.includes(of) ? statuses.map((one) => `${of}_${one}`) : []);
  return raw(
    [
      `${CONVERSION_SOURCES.map(countOf).join(' + ')} as conversions`,
      `${sum(approved ? sources.map((of) => `${of}_approved`) : [])} as approved`,
      `${sum(approved ? sources.map((of) => `${of}_paise`) : [])} as total_payout_paise`,
      ...CONVERSION_SOURCES.map((of) => `${countOf(of)} as ${of}`),
    ].join(', '),
  );
}

/** @returns whether a finished hour was folded */
export const foldHour = (q: Queryable, now: Date): Promise<boolean> =>
  q.getValue(sql`select fold_conversion_hour(${now}) as is_folded`);

/** @returns the number of folded changes */
export const foldChanges = (q: Queryable): Promise<number> =>
  q.getValue(sql`select fold_conversion_changes() as changes`);

import type { Paise } from '@muneem/contract/money';
import { join, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import type { ReportFilters } from './report-filters.ts';
import { readSumsBefore, sumsOf, type Dimension } from './sums-of.repository.ts';
import { textOfDay } from './periods.ts';

interface ConversionSums {
  total: number;
  totalPayoutPaise: Paise;
  postback: number;
  smartPoll: number;
}

const summed = (name: string): Sql => raw(`coalesce(sum(${name}), 0)::bigint as ${name}`);
const SUM_NAMES = ['conversions', 'approved', 'total_payout_paise', 'postback', 'smart_poll', 'manual'];
const GROUP_SUMS = join(SUM_NAMES.map(summed));

/** Sums the filters' conversions. */
export async function sumConversions(q: Queryable, filters: ReportFilters): Promise<ConversionSums> {
  const before = await readSumsBefore(q);
  return q.getOne(sql`
    select coalesce(sum(conversions), 0)::bigint as total, ${summed('total_payout_paise')}, ${summed('postback')}, ${summed('smart_poll')}
    from ${sumsOf(filters, undefined, before)}`);
}

export interface SumGroup {
  readonly key: string;
  readonly conversions: number;
  readonly approved: number;
  readonly totalPayoutPaise: Paise;
  readonly postback: number;
  readonly smartPoll: number;
  readonly manual: number;
}

const KEY = { day: sql`day`, event: sql`event_key`, offer: sql`offer_id` } as const satisfies Record<
  Exclude<Dimension, 'city'>,
  Sql
>;

/** Sums by day (the newest `atMost`, oldest first), or by event or offer with its title (most conversions first). */
export async function groupSums(
  q: Queryable,
  filters: ReportFilters,
  by: keyof typeof KEY,
  atMost: number,
): Promise<(SumGroup & { readonly title: string | null })[]> {
  const before = await readSumsBefore(q);
  const title = by === 'offer' ? sql`(select title from offers where id = offer_id)` : sql`null`;
  const groups = await q.query<SumGroup & { key: string | number; title: string | null }>(sql`
    select ${KEY[by]} as key, ${GROUP_SUMS}, ${title} as title from ${sumsOf(filters, by, before)} group by 1 having sum(conversions) > 0
    order by ${by === 'day' ? sql`1 desc` : sql`2 desc, 1`} limit ${atMost}`);
  return by === 'day' ? groups.reverse().map((group) => ({ ...group, key: textOfDay(Number(group.key)) })) : groups;
}

interface CitySums {
  /** The cities with most conversions, by key. */
  readonly largest: readonly SumGroup[];
  /** The sum over all known cities. */
  readonly known: SumGroup;
  /** The sum over everything. */
  readonly all: SumGroup;
}

/** Sums by city, from one snapshot. */
export async function sumCities(q: Queryable, filters: ReportFilters, atMost: number): Promise<CitySums> {
  const before = await readSumsBefore(q);
  const rows = await q.query<SumGroup & { kind: 'all' | 'city' | 'known' }>(sql`
    with cities as materialized (
      select city as key, ${GROUP_SUMS} from ${sumsOf(filters, 'city', before)} group by city
    )
    select * from (
      select 'city' as kind, * from cities where conversions > 0 order by conversions desc, key limit ${atMost}
    ) largest
    union all
    select 'known', '', ${GROUP_SUMS} from cities
    union all
    select 'all', '', ${GROUP_SUMS} from ${sumsOf(filters, undefined, before)}
    order by kind, conversions desc, key`);
  const [all, known] = [rows[0], rows.at(-1)];
  if (!all || !known) throw new Error('a sum without a row');
  return { all, known, largest: rows.slice(1, -1) };
}

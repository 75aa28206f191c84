import type { Coins, Paise } from '@muneem/contract/money';
import { sql, type Queryable } from '#platform/database/index.ts';

interface StatsRow {
  readonly users: number;
  readonly activeOffers: number;
  readonly completions: number;
}

/** Reads a counter and the few rows of `offers`, never users or completions. */
export const readStats = (q: Queryable): Promise<StatsRow> =>
  q.getOne(sql`
    select coalesce((select value from counters where name = 'users'), 0) as users,
           (select count(*) from offers where is_active and archived_at is null) as active_offers,
           (select coalesce(sum(completed_count), 0)::bigint from offers) as completions`);

/** Sums the coins distributed before `hour`. */
export const sumCoinsBefore = (q: Queryable, hour: Date): Promise<number> =>
  sum(q.query(sql`select coalesce(sum(coins), 0)::bigint as coins from conversion_hours where hour < ${hour}`));

/** Sums the coins distributed from `hour` on. */
export const sumCoinsFrom = (q: Queryable, hour: Date): Promise<number> =>
  sum(q.query(sql`select coalesce(sum(coins), 0)::bigint as coins from conversion_hours where hour >= ${hour}`));

const sum = async (rows: Promise<{ coins: Coins }[]>): Promise<number> => (await rows)[0]?.coins ?? 0;

export interface DayRow {
  /** Like 2026-11-21, in Asia/Kolkata. */
  readonly day: string;
  readonly conversions: number;
  readonly payoutPaise: Paise;
}

/** Sums approved conversions and payouts by day. @param until exclusive, null for no end. Both start a day */
export const sumByDay = (q: Queryable, from: Date, until: Date | null): Promise<DayRow[]> =>
  q.query<DayRow>(sql`
    select (hour at time zone 'Asia/Kolkata')::date::text as day, sum(conversions)::bigint as conversions,
           sum(total_payout_paise)::bigint as payout_paise
    from conversion_hours where hour >= ${from} and hour < coalesce(${until}::timestamptz, 'infinity') and status = 'approved'
    group by 1`);

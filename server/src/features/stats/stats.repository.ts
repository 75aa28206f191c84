import { sql, type Queryable } from '#platform/database/index.ts';

export interface StatsRow {
  readonly users: number;
  readonly active_offers: number;
  readonly completions: number;
}

/** A counter and the few rows of `offers`: never the users or the completions themselves. */
export async function readStats(q: Queryable): Promise<StatsRow> {
  const [row] = await q.query<StatsRow>(sql`
    select coalesce((select value from counters where name = 'users'), 0) as users,
           (select count(*) from offers where is_active and archived_at is null) as active_offers,
           (select coalesce(sum(completed_count), 0)::bigint from offers) as completions`);
  if (!row) throw new Error('no statistics');
  return row;
}

/** Coins distributed in the hours before `hour`. */
export const sumCoinsBefore = (q: Queryable, hour: Date): Promise<number> =>
  sum(q.query(sql`select coalesce(sum(coins), 0)::bigint as coins from conversion_hours where hour < ${hour}`));

/** Coins distributed from `hour` on. */
export const sumCoinsFrom = (q: Queryable, hour: Date): Promise<number> =>
  sum(q.query(sql`select coalesce(sum(coins), 0)::bigint as coins from conversion_hours where hour >= ${hour}`));

const sum = async (rows: Promise<{ coins: number }[]>): Promise<number> => (await rows)[0]?.coins ?? 0;

export interface DayRow {
  /** 2026-11-21, of Asia/Kolkata. */
  readonly day: string;
  readonly conversions: number;
  readonly payout_paise: number;
}

/** Approved conversions and what they paid, by day; `until` is excluded, null: open. Both begin a day. */
export const sumByDay = (q: Queryable, from: Date, until: Date | null): Promise<DayRow[]> =>
  q.query<DayRow>(sql`
    select (hour at time zone 'Asia/Kolkata')::date::text as day, sum(conversions)::bigint as conversions,
           sum(total_payout_paise)::bigint as payout_paise
    from conversion_hours where hour >= ${from} and hour < coalesce(${until}::timestamptz, 'infinity') and status = 'approved'
    group by 1`);

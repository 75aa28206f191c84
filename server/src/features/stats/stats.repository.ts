import { sql, type Queryable } from '#platform/database/index.ts';

export interface StatsRow {
  readonly users: number;
  readonly active_offers: number;
  readonly completions: number;
  readonly coins: number;
}

/** Counters, the few rows of `offers` and the hourly sums: never the users or the conversions themselves. */
export async function readStats(q: Queryable): Promise<StatsRow> {
  const [row] = await q.query<StatsRow>(sql`
    select coalesce((select value from counters where name = 'users'), 0) as users,
           (select count(*) from offers where is_active and archived_at is null) as active_offers,
           (select coalesce(sum(completed_count), 0)::bigint from offers) as completions,
           (select coalesce(sum(coins), 0)::bigint from conversion_rollups) as coins`);
  if (!row) throw new Error('no statistics');
  return row;
}

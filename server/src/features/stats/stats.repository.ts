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

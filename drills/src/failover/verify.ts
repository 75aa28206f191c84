import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import type { Acknowledged } from './load.ts';

/** Counts acknowledged clicks, conversions, withdrawals and decisions that the database does not have. */
export async function countLost(database: Database, told: Acknowledged): Promise<number> {
  // Later acknowledgements may be missing in what is read now.
  const [clickIds, withdrawalIds, decided] = [[...told.clicks], [...told.withdrawals], [...told.decisions]];
  const converted = [...told.conversions].map(([name, ids]) => [name, new Set(ids)] as const);
  const stored = async (query: ReturnType<typeof sql>): Promise<Map<string, string>> =>
    new Map((await database.query<{ id: string; value: string }>(query)).map(({ id, value }) => [id, value]));
  const clicks = await stored(sql`select id, '' as value from clicks`);
  const conversions = await stored(sql`select click_id || ' ' || event_name as id, id as value from conversions`);
  const withdrawals = await stored(sql`select id, status as value from withdrawals`);
  const isStored = (name: string, ids: ReadonlySet<string>): boolean =>
    ids.size === 1 && ids.has(conversions.get(name) ?? '');
  return (
    clickIds.filter((id) => !clicks.has(id)).length +
    converted.filter(([name, ids]) => !isStored(name, ids)).length +
    withdrawalIds.filter((id) => !withdrawals.has(id)).length +
    decided.filter((id) => (withdrawals.get(id) ?? 'pending') === 'pending').length
  );
}

/**
 * Counts what is due and not done: deliveries; payouts without an outcome that no admin is asked to look at; and jobs that
 * no server has taken. A job of a killed server runs again after its time limit.
 */
export const readBacklog = (database: Database): Promise<{ deliveries: number; payouts: number; jobs: number }> =>
  database.getOne(sql`
    select (select count(*) from postback_deliveries where status in ('waiting', 'sending')) as deliveries,
      (select count(*) from payout_attempts where status in ('created', 'sending', 'in_flight', 'unknown') and not needs_attention)
        as payouts,
      (select count(*) from jobs.job where state in ('created', 'retry') and start_after < now() - interval '10 seconds') as jobs`);

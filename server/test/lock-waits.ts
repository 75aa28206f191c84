import { sql, type Database } from '#platform/database/index.ts';

/** Counts the connections of this database that wait for a lock. */
export async function countLockWaits(database: Database): Promise<number> {
  const waits = await database.query(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waits.length;
}

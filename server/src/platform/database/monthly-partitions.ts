import type { Database } from './database.ts';
import { sql } from './sql.ts';

const MONTHS_AHEAD = 4;

/**
 * Creates a table's next monthly partitions, so that no row falls into the default partition. A module runs `ensure` at
 * the start and `job` every night.
 * @param fillFactor below 100 leaves room in each page, so that a row is updated in place
 */
export function monthlyPartitions(
  database: Database,
  table: 'clicks' | 'conversions' | 'postback_attempts' | 'postback_log',
  jobName: string,
  fillFactor = 100,
) {
  const ensure = async (): Promise<void> => {
    await database.query(
      sql`select ensure_monthly_partitions(${table}, ${database.clock.now()}::date, ${MONTHS_AHEAD}, ${fillFactor})`,
    );
  };
  return { ensure, job: { name: jobName, cron: '7 3 * * *', handle: ensure } };
}

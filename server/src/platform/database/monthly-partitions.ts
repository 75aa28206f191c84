import type { Database } from './database.ts';
import { raw, sql } from './sql.ts';

const MONTHS_AHEAD = 4;

/**
 * Creates a table's next monthly partitions, so that no row falls into the default partition. A module runs `ensure` at
 * the start and `job` every night.
 */
export function monthlyPartitions(
  database: Database,
  table: 'clicks' | 'conversions' | 'postback_attempts' | 'postback_log',
  jobName: string,
) {
  // A click is updated in place when its events arrive.
  const room = raw(table === 'clicks' ? ', 80' : '');
  const ensure = async (): Promise<void> => {
    await database.query(
      sql`select ensure_monthly_partitions(${table}, ${database.clock.now()}::date, ${MONTHS_AHEAD}${room})`,
    );
  };
  return { ensure, job: { name: jobName, cron: '7 3 * * *', handle: ensure } };
}

import type { Database } from '@muneem/server/platform/database/index.ts';
import { openForChecks } from '../check-database.ts';
import { until } from '../programs.ts';
import { judge, line } from '@muneem/bench/report.ts';
import { ageOf } from './read-reports.ts';
import type { Replica } from './start-replica.ts';

const FOUND_WITHIN_S = 5;

/** Holds the replica back, lets it catch up, and kills it, while an admin reads the audit log without a failure. */
export async function checkFallback(
  url: string,
  token: string,
  { replica, database }: { readonly replica: Replica; readonly database: Database },
): Promise<boolean> {
  const onReplica = openForChecks(replica.superuserUrl);
  let oldest = 0;
  const isOnPrimary = async (): Promise<boolean> => {
    const age = await ageOf(url, token);
    oldest = Math.max(oldest, age ?? 0);
    return age === null;
  };
  await onReplica.pool.query('select pg_wal_replay_pause()');
  const writing = setInterval(() => void database.pool.query("select pg_logical_emit_message(true, 'drill', '')"), 200);
  await until('reads leave a replica that is behind', isOnPrimary);
  clearInterval(writing);
  line(`  oldest answer of a replica that was held back: ${(oldest / 1_000).toFixed(1)} s`);
  await onReplica.pool.query('select pg_wal_replay_resume()');
  await until('reads return to a replica that caught up', async () => !(await isOnPrimary()));
  await onReplica.close();
  await replica.stop();
  const killedAt = performance.now();
  await until('reads leave a dead replica', isOnPrimary);
  return [
    judge('s of age of the oldest answer, with the default bound of 5 s', oldest / 1_000, '≤', FOUND_WITHIN_S + 1),
    judge(
      's from the death of the replica to the first read on the primary',
      (performance.now() - killedAt) / 1_000,
      '≤',
      FOUND_WITHIN_S,
    ),
  ].every(Boolean);
}

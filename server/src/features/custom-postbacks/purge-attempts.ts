import { daysBefore, type Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { purgeStrayAttempts } from './delivery-queue.repository.ts';

/** Deletes old attempts of the default partition. The job `retention` drops the months. */
export async function purgeAttempts({
  config,
  database,
  clock,
}: {
  readonly config: { readonly DELIVERY_ATTEMPT_RETENTION_DAYS: number };
  readonly database: Database;
  readonly clock: Clock;
}): Promise<void> {
  const days = config.DELIVERY_ATTEMPT_RETENTION_DAYS;
  if (days > 0) await purgeStrayAttempts(database, daysBefore(clock.now(), days));
}

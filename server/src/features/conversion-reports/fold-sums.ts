import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { foldChanges, foldHour } from './fold-sums.repository.ts';

/**
 * Folds finished hours and pending changes into the sums of days, ten-day periods and months.
 * One transaction per hour, so a late postback waits only for that hour. @returns the number of folded changes
 */
export async function foldSums({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<number> {
  const now = clock.now();
  let isMore = true;
  while (isMore) isMore = await transaction(database, (tx) => foldHour(tx, now));
  return transaction(database, foldChanges);
}

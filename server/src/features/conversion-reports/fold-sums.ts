import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { foldChanges, foldHour } from './fold-sums.repository.ts';

/**
 * Takes the hours that are over, and all changes that wait, into the sums of days, ten days and months. Each hour is a
 * transaction of its own: a postback that is late for it waits only for that one. @returns how many changes were taken in
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

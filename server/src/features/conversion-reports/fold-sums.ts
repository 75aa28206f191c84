import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { foldChanges, foldHour } from './sums-of.repository.ts';

/**
 * Folds finished hours and pending changes into the sums of days, ten-day periods, months and years.
 * One transaction per hour, so a late postback waits only for that hour. @returns the number of folded changes
 */
export async function foldSums({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> {
  const now = clock.now();
  let isMore = true;
  while (isMore) isMore = await transaction(database, (tx) => foldHour(tx, now));
  return transaction(database, foldChanges);
}

import { daysBefore } from '#platform/clock/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { deleteUnusedClicks, lockOldClicks, type ClickRef } from './clicks.repository.ts';

/** Small, so that its locks do not delay postbacks. */
const PORTION = 2_000;

interface PurgeClicksDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly retentionDays: number;
}

/** Deletes clicks older than `retentionDays` without conversion, claim or payment. @returns their number */
export async function purgeClicks(
  { database, clock, retentionDays }: PurgeClicksDependencies,
  portion = PORTION,
): Promise<number> {
  const before = daysBefore(clock.now(), retentionDays);
  let after: ClickRef | undefined = { id: '', createdAt: new Date(0) };
  let deleted = 0;
  while (after) {
    const start: ClickRef = after;
    const { last, count } = await transaction(database, async (tx) => {
      const old = await lockOldClicks(tx, { before, after: start, limit: portion });
      return { last: old.at(-1), count: await deleteUnusedClicks(tx, old) };
    });
    deleted += count;
    after = last;
  }
  return deleted;
}

import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { deleteUnusedClicks, lockOldClicks, type ClickPlace } from './clicks.repository.ts';

const DAY_MS = 86_400_000;
/** Small enough that the locks of one portion do not hold up postbacks. */
const PORTION = 2_000;

export interface PurgeClicksDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** 0 keeps every click. */
  readonly retentionDays: number;
}

/** Purges every night. The schedule stays in the database, so it is made with 0 days too. */
export function expireClicks(jobs: Jobs, deps: PurgeClicksDependencies): void {
  jobs.schedule('purge-clicks', '17 4 * * *', async () => void (deps.retentionDays > 0 && (await purgeClicks(deps))));
}

/** Deletes clicks older than `retentionDays` that have no conversion, claim or payment. @returns how many */
export async function purgeClicks(
  { database, clock, retentionDays }: PurgeClicksDependencies,
  portion = PORTION,
): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * DAY_MS);
  let after: ClickPlace | undefined = { id: '', createdAt: new Date(0) };
  let deleted = 0;
  while (after) {
    const start: ClickPlace = after;
    const { last, count } = await transaction(database, async (tx) => {
      const old = await lockOldClicks(tx, { before, after: start, limit: portion });
      return { last: old.at(-1), count: await deleteUnusedClicks(tx, old) };
    });
    deleted += count;
    after = last;
  }
  return deleted;
}

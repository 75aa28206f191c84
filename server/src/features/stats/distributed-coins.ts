import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { cacheFor } from './cache-for.ts';
import { sumCoinsBefore, sumCoinsFrom } from './stats.repository.ts';

const HOUR_MS = 3_600_000;
/** Older hours rarely change. */
const OPEN_HOURS = 2;
/** Cache time of closed hours. A correction of an old hour appears after this time. */
const CLOSED_FOR_MS = 60_000;

/** Returns all coins distributed so far. Closed hours are summed once a minute, open hours on each call. */
export function createDistributedCoins(database: Database, clock: Clock): () => Promise<number> {
  const closed = cacheFor(clock, CLOSED_FOR_MS, async (now) => {
    const before = new Date(now.getTime() - OPEN_HOURS * HOUR_MS);
    return { before, coins: await sumCoinsBefore(database, before) };
  });
  return async () => {
    const { before, coins } = await closed();
    return coins + (await sumCoinsFrom(database, before));
  };
}

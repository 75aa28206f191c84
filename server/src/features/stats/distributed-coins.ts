import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { rememberFor } from './remember-for.ts';
import { sumCoinsBefore, sumCoinsFrom } from './stats.repository.ts';

const HOUR_MS = 3_600_000;
/** Hours older than this hardly change any more. */
const OPEN_HOURS = 2;
/** How old the sum of the closed hours may be: a correction of an old hour shows after this time. */
const CLOSED_FOR_MS = 60_000;

/**
 * All coins distributed so far. The years of closed hours are summed once a minute, the open hours each time, so that
 * the number is never behind what happens now.
 */
export function createDistributedCoins(database: Database, clock: Clock): () => Promise<number> {
  const closed = rememberFor(clock, CLOSED_FOR_MS, async (now) => {
    const before = new Date(now.getTime() - OPEN_HOURS * HOUR_MS);
    return { before, coins: await sumCoinsBefore(database, before) };
  });
  return async () => {
    const { before, coins } = await closed();
    return coins + (await sumCoinsFrom(database, before));
  };
}

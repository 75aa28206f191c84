import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
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
  let closed: { readonly readAtMs: number; readonly before: Date; readonly coins: Promise<number> } | undefined;

  return async () => {
    const nowMs = clock.now().getTime();
    if (!closed || Math.abs(nowMs - closed.readAtMs) > CLOSED_FOR_MS) {
      const before = new Date(nowMs - OPEN_HOURS * HOUR_MS);
      const coins = sumCoinsBefore(database, before);
      const reading = { readAtMs: nowMs, before, coins };
      closed = reading;
      coins.catch(() => {
        if (closed === reading) closed = undefined;
      });
    }
    const { before, coins } = closed;
    const [old, open] = await Promise.all([coins, sumCoinsFrom(database, before)]);
    return old + open;
  };
}

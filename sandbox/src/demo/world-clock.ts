import type { Product } from '../product/index.ts';

export type WorldClock = ReturnType<typeof createWorldClock>;

/**
 * The clock of the whole demo. It can start in the past and then moves to the present.
 * @param product called when the clock moves for the first time
 */
export function createWorldClock(startsBehindMs: number, product: () => Product) {
  let behindMs = startsBehindMs;
  const move = async (next: number): Promise<void> => {
    if (next >= behindMs) return;
    await product().setBehind(next);
    behindMs = next;
  };
  return {
    now: () => new Date(Date.now() - behindMs),
    behindMs: () => behindMs,
    /** Moves the clock and the product forward. An earlier time has no effect. */
    moveTo: (at: Date) => move(Math.max(1, Date.now() - at.getTime())),
    /** Moves the clock to the present and keeps it there. */
    catchUp: () => move(0),
  };
}

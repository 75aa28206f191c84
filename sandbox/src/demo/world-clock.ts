import type { Product } from '../product/index.ts';

/** The clock of the whole demo. It can start in the past and then moves to the present. */
export interface WorldClock {
  now(): Date;
  /** The distance between the clock and the present, in ms. */
  behindMs(): number;
  /** Moves the clock and the product forward. An earlier time has no effect. */
  moveTo(at: Date): Promise<void>;
  /** Moves the clock to the present and keeps it there. */
  catchUp(): Promise<void>;
}

/** @param product called when the clock moves for the first time */
export function createWorldClock(startsBehindMs: number, product: () => Product): WorldClock {
  let behindMs = startsBehindMs;
  const move = async (next: number): Promise<void> => {
    if (next >= behindMs) return;
    await product().setBehind(next);
    behindMs = next;
  };
  return {
    now: () => new Date(Date.now() - behindMs),
    behindMs: () => behindMs,
    moveTo: (at) => move(Math.max(1, Date.now() - at.getTime())),
    catchUp: () => move(0),
  };
}

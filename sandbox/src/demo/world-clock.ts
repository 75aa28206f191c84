import type { Product } from '../product/index.ts';

/** The clock of everything in the demo: it may begin in the past and is then moved on to the present. */
export interface WorldClock {
  now(): Date;
  /** How far in the past the world is. */
  behindMs(): number;
  /** Moves the world and the product on; a time before now changes nothing. */
  moveTo(at: Date): Promise<void>;
  /** The world is in the present for good. */
  catchUp(): Promise<void>;
}

/** @param product asked for when the clock is moved first */
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

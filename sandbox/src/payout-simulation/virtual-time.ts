import type { Later } from '../payout-provider/index.ts';

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** A clock that moves only on request, with its timers. */
export function createVirtualTime(start: Date) {
  let now = start.getTime();
  let due: { at: number; work: () => void }[] = [];
  return {
    now: () => new Date(now),
    later: ((ms, work) => void due.push({ at: now + ms, work })) satisfies Later as Later,
    waiting: () => due.length,
    /** Advances the clock and runs the timers that are due, in their order. */
    advance(ms: number): void {
      const until = now + ms;
      const ready = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      due = due.filter(({ at }) => at > until);
      for (const { at, work } of ready) {
        now = Math.max(now, at);
        work();
      }
      now = until;
    },
  };
}

/** mulberry32: a small generator with the same numbers on every machine. @returns numbers from 0 to below 1 */
export function seededRandom(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

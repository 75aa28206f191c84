import { AsyncLocalStorage } from 'node:async_hooks';
import type { Product } from '../product/index.ts';

/** The clock of everything in the demo: it may begin in the past and is then moved on to the present. */
export interface WorldClock {
  now(): Date;
  /** How far in the past the world is. */
  behindMs(): number;
  /** Never back; what is done meanwhile may have times of its own before this one. */
  moveTo(at: Date): Promise<void>;
  /** Does something at its time: the product reads it in the calls of `fetch`. */
  doAt<Result>(at: Date, work: () => Promise<Result>): Promise<Result>;
  readonly fetch: typeof globalThis.fetch;
  /** The world is in the present for good. */
  catchUp(): Promise<void>;
}

/** @param product asked for when the clock is moved first */
export function createWorldClock(startsBehindMs: number, product: () => Product): WorldClock {
  let behindMs = startsBehindMs;
  const moment = new AsyncLocalStorage<Date>();
  const behind = (at: Date): number => Math.max(1, Math.round(Date.now() - at.getTime()));
  return {
    now: () => moment.getStore() ?? new Date(Date.now() - behindMs),
    behindMs: () => behindMs,
    async moveTo(at) {
      const next = Math.min(behindMs, behind(at));
      if (behindMs === 0) return;
      await product().backdate(next);
      behindMs = next;
    },
    doAt: (at, work) => moment.run(at, work),
    fetch: (input, init) => {
      const at = moment.getStore();
      if (at === undefined || behindMs === 0) return fetch(input, init);
      const headers = new Headers(init?.headers);
      headers.set('x-backdated-by', String(behind(at)));
      return fetch(input, { ...init, headers });
    },
    async catchUp() {
      if (behindMs === 0) return;
      await product().backdate(0);
      behindMs = 0;
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '#platform/logger/index.ts';

/** Tracks running work, so that a shutdown can wait for it. */
export function createWorkTracker() {
  const underWay = new Set<Promise<unknown>>();
  return {
    track<Result>(work: Promise<Result>): Promise<Result> {
      underWay.add(work);
      const done = (): void => void underWay.delete(work);
      work.then(done, done);
      return work;
    },
    /** Resolves when all current work has ended, also on errors. */
    idle: async (): Promise<void> => void (await Promise.allSettled(underWay)),
  };
}

const AGAIN_MS = 1_000;

/**
 * Repeats work until it is stopped. A failure is logged as a warning about `name`, and the work goes on a second later.
 * @param work returns the milliseconds until the next round
 */
export function createLoop(logger: Logger, name: string, work: () => Promise<number>) {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pauseMs = await work().catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.warn({ err: error }, `${name} failed; trying again`);
        return AGAIN_MS;
      });
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  return {
    start: (): void => void (running = run()),
    /** Waits for the round in progress. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

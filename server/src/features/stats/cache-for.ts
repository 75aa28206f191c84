import type { Clock } from '#platform/clock/index.ts';

/** Caches a read for `ms`. Concurrent callers share one read. */
export function cacheFor<Value>(clock: Clock, ms: number, read: (now: Date) => Promise<Value>): () => Promise<Value> {
  let last: { readonly readAtMs: number; readonly value: Promise<Value> } | undefined;
  return () => {
    const now = clock.now();
    if (!last || Math.abs(now.getTime() - last.readAtMs) > ms) {
      const reading = { readAtMs: now.getTime(), value: read(now) };
      last = reading;
      reading.value.catch(() => {
        if (last === reading) last = undefined;
      });
    }
    return last.value;
  };
}

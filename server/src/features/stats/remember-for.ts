import type { Clock } from '#platform/clock/index.ts';

/** Reads again only when what was read is older than `ms`; everybody who asks meanwhile gets the same reading. */
export function rememberFor<Value>(
  clock: Clock,
  ms: number,
  read: (now: Date) => Promise<Value>,
): () => Promise<Value> {
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

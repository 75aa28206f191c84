import { createBatcher } from './batcher.ts';

/**
 * Returns a reader of single records. The first caller does not wait; callers that come meanwhile share the next read.
 * Not a cache: each caller's read starts after its call. One read at a time makes the next one larger, which costs the
 * database half of two in flight.
 * @param read returns the records that exist
 */
export function createSharedReads<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  const reads = createBatcher({
    maxWaitMs: 0,
    maxItems: 1_000,
    maxInFlight: 1,
    maxQueued: Infinity,
    run: async (keys: readonly string[]) => {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
  });
  return (key) => reads.add(key);
}

import type { Platform } from '#platform/feature-module/index.ts';
import { listActiveCustomPostbacks, type ActiveCustomPostback } from './custom-postbacks.repository.ts';

export type ActiveCustomPostbacks = ReturnType<typeof createActiveCustomPostbacks>;

/** Keeps the active custom postbacks of every event in memory. */
export function createActiveCustomPostbacks({ database, caches }: Pick<Platform, 'database' | 'caches'>) {
  let byEvent: ReadonlyMap<number, readonly ActiveCustomPostback[]> = new Map();
  const load = caches.onChange('custom_postbacks', async () => {
    byEvent = Map.groupBy(await listActiveCustomPostbacks(database), (row) => row.eventId);
  });
  return {
    /** Returns the postbacks that an approved conversion fires, lowest priority number first. */
    of: (eventId: number): readonly ActiveCustomPostback[] => byEvent.get(eventId) ?? [],
    ready: load(),
  };
}

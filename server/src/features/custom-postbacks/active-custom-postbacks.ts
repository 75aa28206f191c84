import type { Platform } from '#platform/feature-module/index.ts';
import { listActiveCustomPostbacks, type ActiveCustomPostback } from './custom-postbacks.repository.ts';

/** Active custom postbacks of every event, in memory. */
export interface ActiveCustomPostbacks {
  /** Returns the postbacks that an approved conversion fires, lowest priority number first. */
  of(eventId: number): readonly ActiveCustomPostback[];
  readonly ready: Promise<void>;
}

export function createActiveCustomPostbacks({
  database,
  caches,
}: Pick<Platform, 'database' | 'caches'>): ActiveCustomPostbacks {
  let byEvent: ReadonlyMap<number, readonly ActiveCustomPostback[]> = new Map();
  const load = caches.onChange('custom_postbacks', async () => {
    byEvent = Map.groupBy(await listActiveCustomPostbacks(database), (row) => row.eventId);
  });
  return { of: (eventId) => byEvent.get(eventId) ?? [], ready: load() };
}

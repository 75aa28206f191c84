import type { CacheWatcher, Database } from '#platform/database/index.ts';
import { listActiveCustomPostbacks, type ActiveCustomPostback } from './custom-postbacks.repository.ts';

/** Active custom postbacks of every event, in memory. */
export interface ActiveCustomPostbacks {
  /** Returns the postbacks that an approved conversion fires, lowest priority number first. */
  of(eventId: number): readonly ActiveCustomPostback[];
  readonly ready: Promise<void>;
}

export function createActiveCustomPostbacks(dependencies: {
  database: Database;
  caches: CacheWatcher;
}): ActiveCustomPostbacks {
  const { database, caches } = dependencies;
  let byEvent: ReadonlyMap<number, readonly ActiveCustomPostback[]> = new Map();
  let asked = 0;
  let shown = 0;
  const load = async (): Promise<void> => {
    const turn = (asked += 1);
    const rows = await listActiveCustomPostbacks(database);
    // A stale result must not replace a newer one.
    if (turn < shown) return;
    shown = turn;
    byEvent = Map.groupBy(rows, (row) => row.eventId);
  };
  caches.onChange('custom_postbacks', load);
  return { of: (eventId) => byEvent.get(eventId) ?? [], ready: load() };
}

import type { CacheWatcher, Database } from '#platform/database/index.ts';
import { listActiveCustomPostbacks } from './custom-postbacks.repository.ts';

export interface ActiveCustomPostback {
  readonly id: string;
  readonly companyId: string;
  readonly priority: number;
}

/** Active custom postbacks of every event, in memory. */
export interface ActiveCustomPostbacks {
  /** Returns the postbacks that an approved conversion fires, lowest priority number first. */
  of(eventId: number): readonly ActiveCustomPostback[];
  readonly ready: Promise<void>;
}

const NONE: readonly ActiveCustomPostback[] = [];

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
    const grouped = Map.groupBy(rows, (row) => row.eventId);
    byEvent = new Map(
      [...grouped].map(([eventId, group]) => [
        eventId,
        group.map((row) => ({ id: row.id, companyId: row.companyId, priority: row.priority })),
      ]),
    );
  };
  caches.onChange('custom_postbacks', load);
  return { of: (eventId) => byEvent.get(eventId) ?? NONE, ready: load() };
}

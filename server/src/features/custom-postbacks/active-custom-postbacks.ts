import type { CacheWatcher, Database } from '#platform/database/index.ts';
import { listActiveCustomPostbacks } from './custom-postbacks.repository.ts';

export interface ActiveCustomPostback {
  readonly id: string;
  readonly companyId: string;
  readonly priority: number;
}

/** The active custom postbacks of every offer and event, in memory. */
export interface ActiveCustomPostbacks {
  /** Those that an approved conversion fires, lowest priority number first. */
  of(offerId: string, eventKey: string): readonly ActiveCustomPostback[];
  readonly ready: Promise<void>;
}

const NONE: readonly ActiveCustomPostback[] = [];

export function createActiveCustomPostbacks(deps: { database: Database; caches: CacheWatcher }): ActiveCustomPostbacks {
  const { database, caches } = deps;
  let byEvent: ReadonlyMap<string, readonly ActiveCustomPostback[]> = new Map();
  let asked = 0;
  let shown = 0;
  const load = async (): Promise<void> => {
    const turn = (asked += 1);
    const rows = await listActiveCustomPostbacks(database);
    // An answer that was overtaken by a newer one must not win.
    if (turn < shown) return;
    shown = turn;
    const grouped = Map.groupBy(rows, (row) => nameOf(row.offer_id, row.event_key));
    byEvent = new Map(
      [...grouped].map(([name, group]) => [
        name,
        group.map((row) => ({ id: row.id, companyId: row.company_id, priority: row.priority })),
      ]),
    );
  };
  caches.onChange('custom_postbacks', load);
  return { of: (offerId, eventKey) => byEvent.get(nameOf(offerId, eventKey)) ?? NONE, ready: load() };
}

const nameOf = (offerId: string, eventKey: string): string => `${offerId}\n${eventKey}`;

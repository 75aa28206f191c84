import type { CustomPostbackMacro } from '@muneem/contract/postbacks';
import { columnsOf, sql, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';

interface ActiveCustomPostback {
  readonly id: string;
  readonly eventId: number;
  readonly companyId: string;
  readonly priority: number;
}

export type ActiveCustomPostbacks = ReturnType<typeof createActiveCustomPostbacks>;

/** Keeps the active custom postbacks of every event in memory. */
export function createActiveCustomPostbacks({ database, caches }: Pick<Platform, 'database' | 'caches'>) {
  let byEvent: ReadonlyMap<number, readonly ActiveCustomPostback[]> = new Map();
  const load = caches.onChange('custom_postbacks', async () => {
    const rows = await database.query<ActiveCustomPostback>(sql`
      select id, event_id, company_id, priority from custom_postbacks
      where status = 'active' and deleted_at is null order by priority, id`);
    byEvent = Map.groupBy(rows, (row) => row.eventId);
  });
  return {
    /** Returns the postbacks that an approved conversion fires, lowest priority number first. */
    of: (eventId: number): readonly ActiveCustomPostback[] => byEvent.get(eventId) ?? [],
    ready: load(),
  };
}

/** One call for one conversion. The macros have the values at the conversion's time. */
export interface NewDelivery {
  readonly customPostbackId: string;
  readonly conversionId: string;
  readonly priority: number;
  readonly at: Date;
  readonly macros: Readonly<Record<CustomPostbackMacro, string>>;
}

const NEW_DELIVERY = columnsOf<'postback_deliveries', NewDelivery>('postback_deliveries', {
  customPostbackId: (delivery) => delivery.customPostbackId,
  conversionId: (delivery) => delivery.conversionId,
  priority: (delivery) => delivery.priority,
  createdAt: (delivery) => delivery.at,
  nextAttemptAt: (delivery) => delivery.at,
  macros: (delivery) => JSON.stringify(delivery.macros),
});

/** Enqueues calls in the transaction of their conversions. */
export const enqueueDeliveries = (tx: Tx, deliveries: readonly NewDelivery[]): void =>
  tx.insertLater(NEW_DELIVERY, deliveries);

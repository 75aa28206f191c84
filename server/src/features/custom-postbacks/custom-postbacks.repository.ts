import type { CustomPostbackMacro } from '@muneem/contract/postbacks';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface ActiveCustomPostbackRow {
  id: string;
  offer_id: string;
  event_key: string;
  company_id: string;
  priority: number;
}

/** Lowest priority number first. */
export const listActiveCustomPostbacks = (q: Queryable): Promise<ActiveCustomPostbackRow[]> =>
  q.query<ActiveCustomPostbackRow>(sql`
    select id, offer_id, event_key, company_id, priority from custom_postbacks
    where status = 'active' and deleted_at is null order by priority, id`);

/** One call to make for one conversion; the macros' values are those of the conversion's own moment. */
export interface NewDelivery {
  readonly customPostbackId: string;
  readonly conversionId: string;
  readonly priority: number;
  readonly at: Date;
  readonly macros: Readonly<Record<CustomPostbackMacro, string>>;
}

const ENQUEUE = `
insert into postback_deliveries (custom_postback_id, conversion_id, priority, next_attempt_at, created_at, macros)
select custom_postback_id, conversion_id, priority, at, at, macros
from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::jsonb[])
  as d (custom_postback_id, conversion_id, priority, at, macros)`;

/** Writes the calls to make, in the transaction of the conversions that cause them. */
export async function enqueueDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.prepared('custom-postbacks-enqueue', ENQUEUE, [
    deliveries.map((delivery) => delivery.customPostbackId),
    deliveries.map((delivery) => delivery.conversionId),
    deliveries.map((delivery) => delivery.priority),
    deliveries.map((delivery) => delivery.at),
    deliveries.map((delivery) => JSON.stringify(delivery.macros)),
  ]);
}

import type { Paise } from '@muneem/contract/money';
import { sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';

/** Columns of an event. The position is its index in the list. */
export interface EventColumns {
  readonly name: string;
  readonly payoutPaise: Paise;
  /** Null: unknown. */
  readonly revenuePaise: Paise | null;
  readonly dailyCap: number;
  readonly isRequired: boolean;
  readonly description: string;
}

export interface EventRow extends EventColumns {
  readonly id: number;
  readonly offerId: string;
  readonly position: number;
  /** Paid conversions of the given day. */
  readonly dayCount: number;
}

/** Selects events that are not removed. @param day for their counts */
export const eventsOn = (day: string): Sql => sql`
  select e.id, e.offer_id, e.position, e.name, e.payout_paise, e.revenue_paise, e.daily_cap, e.is_required, e.description,
    coalesce(d.approved, 0) as day_count
  from offer_events e left join event_day_counts d on d.event_id = e.id and d.day = ${day}
  where e.removed_at is null`;

/** Finds the events of each offer in order, with the counts of a day in Asia/Kolkata. */
export async function findEvents(
  q: Queryable,
  offerIds: readonly string[],
  day: string,
): Promise<Map<string, EventRow[]>> {
  const rows = await q.query<EventRow>(sql`
    ${eventsOn(day)} and e.offer_id = any (${offerIds}) order by e.offer_id, e.position`);
  const byOffer = new Map<string, EventRow[]>(offerIds.map((id) => [id, []]));
  for (const row of rows) byOffer.get(row.offerId)?.push(row);
  return byOffer;
}

/** A current or removed event. `removed_at` is null for a current one. */
export interface StoredEvent {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly revenuePaise: Paise | null;
  readonly removedAt: Date | null;
}

export const listStoredEvents = (tx: Tx, offerId: string): Promise<StoredEvent[]> =>
  tx.query<StoredEvent>(sql`
    select id, name, position, revenue_paise, removed_at from offer_events where offer_id = ${offerId}`);

/** Counts an event's recorded and paid conversions. @param key lower-case name */
export const countConversions = (
  tx: Tx,
  offerId: string,
  eventId: number,
  key: string,
): Promise<{ recorded: number; paid: number }> =>
  tx.getOne(sql`
    select
      (select coalesce(sum(conversions), 0)::bigint from (
        select conversions from conversion_sums where period = 0 and event_key = ${key} and offer_id = ${offerId}
        union all select conversions from conversion_changes where event_key = ${key} and offer_id = ${offerId}
      ) counted) as recorded,
      (select coalesce(sum(approved), 0)::bigint from event_day_counts where event_id = ${eventId}) as paid`);

export async function retireEvents(tx: Tx, eventIds: readonly number[], at: Date): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.execute(sql`update offer_events set removed_at = ${at} where id = any(${eventIds})`);
}

/** Updates a current or retired event. A retired one becomes current. */
export async function updateEvent(tx: Tx, eventId: number, position: number, event: EventColumns): Promise<void> {
  await tx.execute(sql`
    update offer_events set position = ${position}, name = ${event.name}, payout_paise = ${event.payoutPaise},
      revenue_paise = ${event.revenuePaise}, daily_cap = ${event.dailyCap}, is_required = ${event.isRequired}, description = ${event.description}, removed_at = null
    where id = ${eventId}`);
}

export const insertEvent = (tx: Tx, offerId: string, position: number, event: EventColumns): Promise<number> =>
  tx.getValue(sql`
    insert into offer_events (offer_id, position, name, payout_paise, revenue_paise, daily_cap, is_required, description)
    values (${offerId}, ${position}, ${event.name}, ${event.payoutPaise}, ${event.revenuePaise}, ${event.dailyCap}, ${event.isRequired}, ${event.description})
    returning id`);

/** Moves the custom postbacks of a renamed event to its successor. */
export async function moveCustomPostbacks(tx: Tx, fromEventId: number, toEventId: number): Promise<void> {
  await tx.execute(sql`update custom_postbacks set event_id = ${toEventId} where event_id = ${fromEventId}`);
}

import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { StoredEvent } from './event-names.ts';

export interface EventRow {
  readonly id: number;
  readonly offer_id: string;
  readonly position: number;
  readonly name: string;
  readonly payout_paise: number;
  readonly daily_cap: number;
  readonly is_required: boolean;
  readonly description: string;
  /** Paid conversions of the day asked for. */
  readonly day_count: number;
}

/** What is stored of an event; its position is its place in the list. */
export interface EventColumns {
  readonly name: string;
  readonly payoutPaise: number;
  readonly dailyCap: number;
  readonly isRequired: boolean;
  readonly description: string;
}

/** The events of each offer in their order, with the counts of one day of Asia/Kolkata. */
export async function findEvents(
  q: Queryable,
  offerIds: readonly string[],
  day: string,
): Promise<Map<string, EventRow[]>> {
  const rows = await q.query<EventRow>(sql`
    select e.id, e.offer_id, e.position, e.name, e.payout_paise, e.daily_cap, e.is_required, e.description,
           coalesce(d.approved, 0) as day_count
    from offer_events e left join event_day_counts d on d.event_id = e.id and d.day = ${day}
    where e.offer_id = any(${offerIds}) and e.removed_at is null order by e.offer_id, e.position`);
  const byOffer = new Map<string, EventRow[]>(offerIds.map((id) => [id, []]));
  for (const row of rows) byOffer.get(row.offer_id)?.push(row);
  return byOffer;
}

/** Every event that an offer ever had; the removed ones keep their counts and can come back. */
export async function findAllEvents(tx: Tx, offerId: string): Promise<StoredEvent[]> {
  return tx.query<StoredEvent & Record<string, unknown>>(sql`
    select id, key, name_key, named_at, removed_at from offer_events
    where offer_id = ${offerId} order by removed_at nulls first, id desc`);
}

export async function removeEvents(tx: Tx, eventIds: readonly number[], at: Date): Promise<void> {
  await tx.execute(sql`update offer_events set removed_at = ${at} where id = any(${eventIds}) and removed_at is null`);
}

/** One that was removed is back from `at`, with this name. */
export async function saveEvent(
  tx: Tx,
  eventId: number,
  position: number,
  event: EventColumns,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update offer_events set position = ${position}, name = ${event.name}, payout_paise = ${event.payoutPaise}, daily_cap = ${event.dailyCap},
      is_required = ${event.isRequired}, description = ${event.description},
      named_at = case when removed_at is null then named_at else ${at} end, removed_at = null
    where id = ${eventId}`);
}

export async function insertEvent(
  tx: Tx,
  offerId: string,
  position: number,
  event: EventColumns,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into offer_events (offer_id, position, name, payout_paise, daily_cap, is_required, description, named_at)
    values (${offerId}, ${position}, ${event.name}, ${event.payoutPaise}, ${event.dailyCap}, ${event.isRequired}, ${event.description}, ${at})`);
}

import { paiseFromRupees } from '@muneem/contract/money';
import type { OfferEventInput } from '@muneem/contract/offers';
import type { Tx } from '#platform/database/index.ts';
import { findAllEvents, insertEvent, removeEvents, saveEvent, type EventColumns } from './offer-events.repository.ts';

/**
 * Makes the given events the offer's events, in this order. An event is the same one by its name, else by its `_id` (it
 * was renamed); a removed one that comes back by name is the old one again, so that its daily cap cannot be reset.
 */
export async function saveEvents(tx: Tx, offerId: string, events: readonly OfferEventInput[], at: Date): Promise<void> {
  const stored = await findAllEvents(tx, offerId);
  const taken = new Set<number>();
  const take = (candidate: { id: number } | undefined): number | undefined => {
    if (candidate) taken.add(candidate.id);
    return candidate?.id;
  };
  const byName = events.map((event) =>
    take(stored.find(({ id, name_key }) => name_key === event.eventName.toLowerCase() && !taken.has(id))),
  );
  const ids = events.map(
    (event, index) =>
      byName[index] ?? take(stored.find(({ id, removed }) => id === event._id && !removed && !taken.has(id))),
  );
  await removeEvents(
    tx,
    stored.filter(({ id, removed }) => !removed && !taken.has(id)).map(({ id }) => id),
    at,
  );
  for (const [index, event] of events.entries()) {
    const id = ids[index];
    if (id === undefined) await insertEvent(tx, offerId, index + 1, toColumns(event));
    else await saveEvent(tx, id, index + 1, toColumns(event));
  }
}

const toColumns = (event: OfferEventInput): EventColumns => ({
  name: event.eventName,
  payoutPaise: paiseFromRupees(event.eventPayout),
  dailyCap: event.eventCap,
  isRequired: event.isRequired,
  description: event.description,
});

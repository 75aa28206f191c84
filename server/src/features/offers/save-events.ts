import { withAliases } from '@muneem/contract/conversions';
import { paiseFromRupees } from '@muneem/contract/money';
import type { OfferEventInput } from '@muneem/contract/offers';
import type { Tx } from '#platform/database/index.ts';
import type { StoredEvent } from './event-names.ts';
import { findAllEvents, insertEvent, removeEvents, saveEvent, type EventColumns } from './offer-events.repository.ts';

/**
 * Makes the given events the offer's events, in this order. Which stored event each one is: the one of this name, else the
 * one of its `_id` (it was renamed), else a removed one of this name, else one that is not kept and whose name means the
 * same. So neither a new name nor removing and adding makes what was paid payable again, or resets a daily cap.
 */
export async function saveEvents(tx: Tx, offerId: string, events: readonly OfferEventInput[], at: Date): Promise<void> {
  const stored = await findAllEvents(tx, offerId);
  const ids = idsOf(events, stored);
  const kept = new Set(ids);
  await removeEvents(
    tx,
    stored.filter(({ id, removed }) => !removed && !kept.has(id)).map(({ id }) => id),
    at,
  );
  for (const [index, event] of events.entries()) {
    const id = ids[index];
    if (id === undefined) await insertEvent(tx, offerId, index + 1, toColumns(event));
    else await saveEvent(tx, id, index + 1, toColumns(event));
  }
}

type IsSame = (event: OfferEventInput, stored: StoredEvent) => boolean;

/** Each for all events, before the next one is asked. */
const SAME: readonly IsSame[] = [
  ({ eventName }, { name_key, removed }) => !removed && name_key === eventName.toLowerCase(),
  ({ _id }, { id, removed }) => !removed && id === _id,
  ({ eventName }, { name_key }) => name_key === eventName.toLowerCase(),
  ({ eventName }, { name_key }) => withAliases(eventName.toLowerCase()).includes(name_key),
];

/** The stored events that these are, each once; undefined for new ones. */
function idsOf(events: readonly OfferEventInput[], stored: readonly StoredEvent[]): (number | undefined)[] {
  const ids: (number | undefined)[] = events.map(() => undefined);
  for (const isSame of SAME) {
    for (const [index, event] of events.entries())
      ids[index] ??= stored.find((one) => !ids.includes(one.id) && isSame(event, one))?.id;
  }
  return ids;
}

const toColumns = (event: OfferEventInput): EventColumns => ({
  name: event.eventName,
  payoutPaise: paiseFromRupees(event.eventPayout),
  dailyCap: event.eventCap,
  isRequired: event.isRequired,
  description: event.description,
});

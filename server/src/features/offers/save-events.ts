import { withAliases } from '@muneem/contract/conversions';
import { paiseFromRupees } from '@muneem/contract/money';
import type { OfferEventInput } from '@muneem/contract/offers';
import type { Tx } from '#platform/database/index.ts';
import type { StoredEvent } from './event-names.ts';
import { findAllEvents, insertEvent, removeEvents, saveEvent, type EventColumns } from './offer-events.repository.ts';

/** Two lists of events: one names them by their `_id`, flat fields only by their places. */
type EventsForm = 'list' | 'flat';

/**
 * Makes the given events the offer's events, in this order. Which stored event each one is: the one of its `_id`, else the
 * one of this name, else a removed one of its `_id` or name, else one that is not kept and whose name means the same; of flat
 * fields the name comes first. So neither a new name nor removing and adding makes what was paid payable again, or resets
 * a daily cap. The offer is locked by the caller.
 */
export async function saveEvents(
  tx: Tx,
  offerId: string,
  events: readonly OfferEventInput[],
  { form, now }: { readonly form: EventsForm; readonly now: Date },
): Promise<void> {
  const stored = await findAllEvents(tx, offerId);
  const at = afterAll(stored, now);
  const ids = idsOf(events, stored, SAME[form]);
  const staying = new Map(ids.map((id, index) => [id, events[index]?.eventName.toLowerCase()]));
  // Renamed ones are away for a moment too, so that events can exchange their names.
  const leaving = stored.filter((event) => event.removed_at === null && staying.get(event.id) !== event.name_key);
  await removeEvents(
    tx,
    leaving.map(({ id }) => id),
    at,
  );
  for (const [index, event] of events.entries()) {
    const id = ids[index];
    if (id === undefined) await insertEvent(tx, offerId, index + 1, toColumns(event), at);
    else await saveEvent(tx, id, index + 1, toColumns(event), at);
  }
}

/** Of two changes of an offer the later one has the later time, whatever clocks say: what followed what depends on it. */
function afterAll(stored: readonly StoredEvent[], now: Date): Date {
  const times = stored.flatMap(({ named_at, removed_at }) => [named_at, removed_at]);
  return new Date(Math.max(now.getTime(), ...times.map((at) => (at === null ? 0 : at.getTime() + 1))));
}

type IsSame = (event: OfferEventInput, stored: StoredEvent) => boolean;

const hasId: IsSame = ({ _id }, { id }) => id === _id;
const hasName: IsSame = ({ eventName }, { name_key }) => name_key === eventName.toLowerCase();
const meansSame: IsSame = ({ eventName }, { name_key }) => withAliases(eventName.toLowerCase()).includes(name_key);
const ofNow =
  (isSame: IsSame): IsSame =>
  (event, stored) =>
    stored.removed_at === null && isSame(event, stored);

/** Each for all events, before the next one is asked. */
const SAME: Readonly<Record<EventsForm, readonly IsSame[]>> = {
  list: [ofNow(hasId), ofNow(hasName), hasId, hasName, meansSame],
  flat: [ofNow(hasName), ofNow(hasId), hasName, meansSame],
};

/** The stored events that these are, each once; undefined for new ones. */
function idsOf(
  events: readonly OfferEventInput[],
  stored: readonly StoredEvent[],
  same: readonly IsSame[],
): (number | undefined)[] {
  const ids: (number | undefined)[] = events.map(() => undefined);
  for (const isSame of same) {
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

import { canonicalEventName, eventKey } from '@muneem/contract/conversions';
import { paiseFromRupees, type Paise } from '@muneem/contract/money';
import { nameTaken, repeatedNames, type OfferEventInput } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import type { Tx } from '#platform/database/index.ts';
import {
  countConversions,
  insertEvent,
  listStoredEvents,
  moveCustomPostbacks,
  retireEvents,
  updateEvent,
  type EventColumns,
  type StoredEvent,
} from './offer-events.repository.ts';

/** Lists identify events by `_id`. Flat fields identify them by position, so there the name is matched first. */
type EventsForm = 'list' | 'flat';

/** The stored event that an input identifies, and the one with its name. */
interface Match {
  readonly current: StoredEvent | undefined;
  readonly named: StoredEvent | undefined;
}

/**
 * Replaces an offer's events. The caller has locked the offer. A name belongs to one event forever:
 * adding it again restores the removed event. Why: docs/decisions/event-identity.md
 * @throws AppError `conflict` if another event has the name, `unprocessable` if the event has conversions
 */
export async function saveEvents(
  tx: Tx,
  offerId: string,
  events: readonly OfferEventInput[],
  { form, now }: { readonly form: EventsForm; readonly now: Date },
): Promise<void> {
  const fieldOf = (index: number): string => (form === 'list' ? `events.${index}.eventName` : `event${index + 1}`);
  for (const [index, message] of repeatedNames(events)) throw refused('conflict', fieldOf(index), message);
  const stored = await listStoredEvents(tx, offerId);
  const matches = matchesOf(events, stored, form);
  for (const [index, event] of events.entries()) {
    const { current, named } = matches[index] as Match;
    if (current && !isSameName(current, event)) {
      const recorded = await recordedText(tx, offerId, current);
      if (recorded !== undefined)
        throw refused('unprocessable', fieldOf(index), `${recorded} Add a new event instead.`);
      if (named && named !== current && named.removedAt === null)
        throw refused('conflict', fieldOf(index), nameTaken(event.eventName, named.name, named.position));
    }
    if (named && named !== current && !isSameName(named, event)) {
      const recorded = await recordedText(tx, offerId, named);
      if (recorded !== undefined)
        throw refused('conflict', fieldOf(index), `${recorded} Use “${named.name}” to bring that event back.`);
    }
  }
  const kept = new Set(matches.map(({ named }) => named?.id));
  await retireEvents(
    tx,
    stored.filter(({ id, removedAt }) => removedAt === null && !kept.has(id)).map(({ id }) => id),
    now,
  );
  for (const [index, event] of events.entries()) {
    const { current, named } = matches[index] as Match;
    const columns = toColumns(event, (current ?? named)?.revenuePaise ?? null);
    let id = named?.id;
    if (id === undefined) id = await insertEvent(tx, offerId, index + 1, columns);
    else await updateEvent(tx, id, index + 1, columns);
    if (current && !kept.has(current.id)) await moveCustomPostbacks(tx, current.id, id);
  }
}

/** Case-insensitive. */
const isSameName = ({ name }: StoredEvent, { eventName }: OfferEventInput): boolean =>
  eventKey(name) === eventKey(eventName);

function matchesOf(events: readonly OfferEventInput[], stored: readonly StoredEvent[], form: EventsForm): Match[] {
  const byName = new Map(stored.map((event) => [canonicalEventName(event.name), event]));
  const byId = new Map(stored.filter(({ removedAt }) => removedAt === null).map((event) => [event.id, event]));
  const names = new Set(events.map(({ eventName }) => canonicalEventName(eventName)));
  return events.map(({ _id, eventName }): Match => {
    const named = byName.get(canonicalEventName(eventName));
    const ofId = _id === undefined ? undefined : byId.get(_id);
    const ofName = named?.removedAt === null ? named : undefined;
    const isShifted = form === 'flat' && (ofName !== undefined || names.has(canonicalEventName(ofId?.name ?? '')));
    return { named, current: ofId && !isShifted ? ofId : ofName };
  });
}

/** Returns why an event cannot be renamed, or undefined if it has no conversions. */
async function recordedText(tx: Tx, offerId: string, { id, name }: StoredEvent): Promise<string | undefined> {
  const { recorded, paid } = await countConversions(tx, offerId, id, eventKey(name));
  if (recorded === 0) return undefined;
  const fact =
    paid > 0
      ? `${paid} ${paid === 1 ? 'user was' : 'users were'} paid for ${name}.`
      : `${recorded} ${recorded === 1 ? 'conversion was' : 'conversions were'} recorded for ${name}.`;
  return `${fact} Ad networks send this name, so it cannot change.`;
}

const refused = (code: 'conflict' | 'unprocessable', field: string, message: string): AppError =>
  new AppError(code, message, { fields: { [field]: message } });

/** @param stored the revenue of a body without one: the call of an earlier client */
const toColumns = (event: OfferEventInput, stored: Paise | null): EventColumns => ({
  name: event.eventName,
  payoutPaise: paiseFromRupees(event.eventPayout),
  revenuePaise: event.revenue === undefined ? stored : event.revenue === null ? null : paiseFromRupees(event.revenue),
  dailyCap: event.eventCap,
  isRequired: event.isRequired,
  description: event.description,
});

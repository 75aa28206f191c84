import { eventKey } from '@muneem/contract/conversions';
import { timeOfUlid } from '#platform/ids/index.ts';
import { findEvent, keyOfNow, type CatalogEvent, type CatalogOffer } from '#features/offers/index.ts';
import { NO_REWARD } from './compute-reward.ts';
import type { ConversionInput, RecordedConversion } from './conversion.ts';
import type { KeyRow } from './conversions.repository.ts';

/** Another node knows a change half a second later, and nodes' clocks differ. */
const SETTLED_MS = 5_000;

export interface MeantEvent {
  readonly event: CatalogEvent;
  /** The conversion that it is about, where the name meant more than one event; else whatever is known under the event's key. */
  readonly conversionId?: string;
}

/**
 * The event that a sender means. A name may have meant another event before, one that gave it up or one whose name means the
 * same: what a click did while the name meant that is still what it says of the click, so a repeat is a duplicate of exactly
 * that conversion, and a reversal takes exactly that one back. An event that is gone can only be that duplicate. `keys`: of all
 * clicks of the batch, which are locked.
 */
export function meantEvent(
  offer: CatalogOffer,
  { clickId, eventName }: Pick<ConversionInput, 'clickId' | 'eventName'>,
  keys: readonly KeyRow[],
): MeantEvent | RecordedConversion | undefined {
  const event = findEvent(offer, eventName);
  const meanings = offer.names.meanings.get(eventKey(eventName));
  if (!event || !meanings) return event && { event };
  const done = keys
    .filter((row) => row.click_id === clickId)
    .map((row) => ({ ...row, at: timeOf(row), meant: meanings.filter(({ key }) => key === row.event_key) }))
    .toSorted((one, other) => (one.conversion_id < other.conversion_id ? -1 : 1));
  // That of a name which nobody dated is its event's own, whatever the name seems to have meant then.
  const begin = Math.min(...meanings.flatMap(({ key, since }) => (key === event.key ? [since] : [])));
  const undated = done.find(({ event_key: key, at }) => key === eventKey(eventName) && key === event.key && at < begin);
  const row =
    undated ??
    done.find(({ at, meant }) => meant.some(({ since, until }) => since <= at && at <= until + SETTLED_MS)) ??
    // What came to be called so after the click had done it, and is called otherwise now.
    (done.some(({ event_key: key }) => keyOfNow(offer, key) === event.key)
      ? undefined
      : done.findLast(({ at, meant }) => meant.some(({ until }) => at <= until + SETTLED_MS)));
  if (!row) return { event };
  const { conversion_id: conversionId, event_key: key } = row;
  const meant = offer.events.get(keyOfNow(offer, key));
  if (meant) return { event: meant, conversionId };
  const verdict = { code: 'duplicate', status: undefined, rewardCoins: NO_REWARD.userCoins } as const;
  return { ...verdict, conversionId, offerId: offer.id, eventName };
}

const timeOf = ({ conversion_id: id }: KeyRow): number => timeOfUlid(id.slice('cnv_'.length))?.getTime() ?? 0;

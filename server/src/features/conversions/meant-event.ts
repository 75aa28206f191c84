import { eventKey } from '@muneem/contract/conversions';
import { timeOfUlid } from '#platform/ids/index.ts';
import { findEvent, keyOfNow, type CatalogEvent, type CatalogOffer } from '#features/offers/index.ts';
import { NO_REWARD } from './compute-reward.ts';
import type { ConversionInput, RecordedConversion } from './conversion.ts';
import type { KeyRow } from './conversions.repository.ts';

/** Another node knows a change half a second later, and nodes' clocks differ. */
const SETTLED_MS = 5_000;

/**
 * The event that a sender means. A name may have meant another event before, one that gave it up or one whose name means the same: what a click had done
 * under it by then is still what it says of that click, so a repeat is a duplicate and a reversal takes back what was paid. An
 * event that is gone can only be that duplicate. `keys`: of all clicks of the batch, which are locked.
 */
export function meantEvent(
  offer: CatalogOffer,
  { clickId, eventName }: Pick<ConversionInput, 'clickId' | 'eventName'>,
  keys: readonly KeyRow[],
): CatalogEvent | RecordedConversion | undefined {
  const event = findEvent(offer, eventName);
  const before = offer.names.meantBefore.get(eventKey(eventName));
  if (!event || !before) return event;
  const done = keys.filter((row) => row.click_id === clickId);
  if (done.some((row) => keyOfNow(offer, row.event_key) === event.key)) return event;
  const [last] = done
    .filter((row) => timeOf(row) <= (before.get(row.event_key) ?? -Infinity) + SETTLED_MS)
    .toSorted((a, b) => timeOf(b) - timeOf(a));
  if (!last) return event;
  const duplicate = { code: 'duplicate', status: undefined, rewardCoins: NO_REWARD.userCoins } as const;
  return (
    offer.events.get(keyOfNow(offer, last.event_key)) ?? {
      ...duplicate,
      conversionId: last.conversion_id,
      offerId: offer.id,
      eventName,
    }
  );
}

const timeOf = ({ conversion_id: id }: KeyRow): number => timeOfUlid(id.slice('cnv_'.length))?.getTime() ?? 0;

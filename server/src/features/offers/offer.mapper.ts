import {
  categoryOfType,
  legacyFromEvents,
  type Offer,
  type OfferEvent,
  type OfferSummary,
} from '@muneem/contract/offers';
import { rupeesFromPaise } from '@muneem/contract/money';
import { isoDates } from '#platform/http/index.ts';
import type { OfferRow, WholeOfferRow } from './offers.repository.ts';
import type { EventRow } from './offer-events.repository.ts';

const switchState = (on: boolean): 'active' | 'inactive' => (on ? 'active' : 'inactive');

function toEvent(row: Omit<EventRow, 'offerId'>, index: number): OfferEvent {
  return {
    _id: row.id,
    eventName: row.name,
    eventPayout: rupeesFromPaise(row.payoutPaise),
    revenue: row.revenuePaise === null ? null : rupeesFromPaise(row.revenuePaise),
    eventCap: row.dailyCap,
    eventCount: row.dayCount,
    eventOrder: index + 1,
    isRequired: row.isRequired,
    description: row.description,
  };
}

/** Maps a row for lists, without its token. */
export function toOfferSummary(row: OfferRow, eventRows: readonly Omit<EventRow, 'offerId'>[]): OfferSummary {
  const events = eventRows.map(toEvent);
  return {
    ...isoDates(row),
    _id: row.id,
    offerCategory: categoryOfType(row.type),
    image: row.imageId === null ? (row.imageUrl ?? '') : `/images/${row.imageId}`,
    hasPostbackToken: row.postbackTokenSealed !== null,
    steps: [...row.steps],
    events,
    ...legacyFromEvents(events),
    ipWhitelistSwitch: switchState(row.ipWhitelistEnabled),
    ipBlock: switchState(row.ipBlockEnabled),
    network: row.networkId,
  };
}

export function toOffer(row: WholeOfferRow, postbackToken: string): Offer {
  return {
    ...toOfferSummary(row, row.events),
    postbackToken,
    completedBy: row.completions.map(({ uid, name, completedAt }) => ({
      uid,
      name: name ?? 'Unnamed User',
      completedAt: new Date(completedAt).toISOString(),
    })),
  };
}

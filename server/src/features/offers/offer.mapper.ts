import {
  categoryOfType,
  legacyFromEvents,
  OFFER_FIELDS,
  STORED_OFFER_FIELDS,
  type Offer,
  type OfferEvent,
  type OfferSummary,
  type StoredOfferField,
} from '@muneem/contract/offers';
import { rupeesFromPaise } from '@muneem/contract/money';
import type { CompletionRow, OfferRow } from './offers.repository.ts';
import type { EventRow } from './offer-events.repository.ts';

const switchState = (on: boolean): 'active' | 'inactive' => (on ? 'active' : 'inactive');

function toEvent(row: EventRow, index: number): OfferEvent {
  return {
    _id: row.id,
    eventName: row.name,
    eventPayout: rupeesFromPaise(row.payout_paise),
    eventCap: row.daily_cap,
    eventCount: row.day_count,
    eventOrder: index + 1,
    isRequired: row.is_required,
    description: row.description,
  };
}

/** Maps a row for lists, without its token. */
export function toOfferSummary(row: OfferRow, eventRows: readonly EventRow[]): OfferSummary {
  const events = eventRows.map(toEvent);
  const stored: unknown = Object.fromEntries(STORED_OFFER_FIELDS.map((name) => [name, row[OFFER_FIELDS[name].column]]));
  return {
    _id: row.id,
    ...(stored as Pick<OfferSummary, StoredOfferField>),
    offerCategory: categoryOfType(row.type),
    image: row.image_id === null ? (row.image_url ?? '') : `/images/${row.image_id}`,
    hasPostbackToken: row.postback_token_sealed !== null,
    steps: [...row.steps],
    events,
    ...legacyFromEvents(events),
    ipWhitelistSwitch: switchState(row.ip_whitelist_enabled),
    ipBlock: switchState(row.ip_block_enabled),
    completedCount: row.completed_count,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toOffer(
  row: OfferRow,
  events: readonly EventRow[],
  { postbackToken, completions }: { postbackToken: string; completions: readonly CompletionRow[] },
): Offer {
  return {
    ...toOfferSummary(row, events),
    postbackToken,
    completedBy: completions.map(({ uid, name, completed_at }) => ({
      uid,
      name: name ?? 'Unnamed User',
      completedAt: completed_at.toISOString(),
    })),
  };
}

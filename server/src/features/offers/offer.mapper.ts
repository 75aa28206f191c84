import {
  categoryOfType,
  legacyFromEvents,
  type Offer,
  type OfferEvent,
  type OfferSummary,
} from '@muneem/contract/offers';
import { paise, rupeesFromPaise } from '@muneem/contract/money';
import type { CompletionRow, OfferRow } from './offers.repository.ts';
import type { EventRow } from './offer-events.repository.ts';

const switchState = (on: boolean): 'active' | 'inactive' => (on ? 'active' : 'inactive');

function toEvent(row: EventRow, index: number): OfferEvent {
  return {
    _id: row.id,
    eventName: row.name,
    eventPayout: rupeesFromPaise(paise(row.payout_paise)),
    eventCap: row.daily_cap,
    eventCount: row.day_count,
    eventOrder: index + 1,
    isRequired: row.is_required,
    description: row.description,
  };
}

/** An offer as it leaves the server in lists: without its token. */
export function toOfferSummary(row: OfferRow, eventRows: readonly EventRow[]): OfferSummary {
  const events = eventRows.map(toEvent);
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    coins: row.coins,
    type: row.type,
    offerCategory: categoryOfType(row.type),
    requirements: row.requirements,
    image: row.image_id === null ? (row.image_url ?? '') : `/images/${row.image_id}`,
    developer: row.developer ?? '',
    rating: row.rating,
    downloads: row.downloads ?? '',
    category: row.category ?? '',
    trackingUrl: row.tracking_url,
    pollUrl: row.poll_url ?? '',
    hasPostbackToken: row.postback_token_sealed !== null,
    customClickIdParams: [...row.custom_click_id_params],
    deadline: row.deadline,
    steps: [...row.steps],
    isActive: row.is_active,
    events,
    ...legacyFromEvents(events),
    ipWhitelistSwitch: switchState(row.ip_whitelist_enabled),
    ipWhitelist: row.ip_whitelist,
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

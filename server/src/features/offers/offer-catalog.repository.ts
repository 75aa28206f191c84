import { sql, type Queryable } from '#platform/database/index.ts';
import type { FormerName, StoredEvent } from './event-names.ts';

export interface CatalogOfferRow {
  id: string;
  title: string;
  coins: number;
  tracking_url: string;
  poll_url: string | null;
  postback_token_sealed: string | null;
  custom_click_id_params: string[];
  is_active: boolean;
  ip_whitelist_enabled: boolean;
  ip_whitelist: string;
  ip_block_enabled: boolean;
  archived: boolean;
}

export interface CatalogEventRow extends StoredEvent, Record<string, unknown> {
  offer_id: string;
  name: string;
  payout_paise: number;
  daily_cap: number;
  is_required: boolean;
}

/** Every offer, archived ones too: their clicks still bring postbacks. */
export const listCatalogOffers = (q: Queryable): Promise<CatalogOfferRow[]> =>
  q.query<CatalogOfferRow>(sql`
    select id, title, coins, tracking_url, poll_url, postback_token_sealed, custom_click_id_params, is_active,
      ip_whitelist_enabled, ip_whitelist, ip_block_enabled, archived_at is not null as archived
    from offers`);

/** Removed ones too: what was paid for them is still known. */
export const listCatalogEvents = (q: Queryable): Promise<CatalogEventRow[]> =>
  q.query<CatalogEventRow>(sql`
    select id, offer_id, key, name, name_key, payout_paise, daily_cap, is_required, named_at, removed_at
    from offer_events order by offer_id, position, id`);

export interface FormerNameRow extends FormerName, Record<string, unknown> {
  offer_id: string;
}

/** The last used first. */
export const listFormerNames = (q: Queryable): Promise<FormerNameRow[]> =>
  q.query<FormerNameRow>(sql`
    select e.offer_id, n.event_id, n.name_key, n.named_at, n.last_used_at from offer_event_names n join offer_events e on e.id = n.event_id
    order by n.last_used_at desc, n.event_id desc, n.name_key`);

import type { Coins, Paise } from '@muneem/contract/money';
import { sql, type Queryable } from '#platform/database/index.ts';

export interface CatalogOfferRow {
  id: string;
  title: string;
  coins: Coins;
  trackingUrl: string;
  pollUrl: string | null;
  postbackTokenSealed: string | null;
  customClickIdParams: string[];
  isActive: boolean;
  ipWhitelistEnabled: boolean;
  ipWhitelist: string;
  ipBlockEnabled: boolean;
  archived: boolean;
}

export interface CatalogEventRow {
  id: number;
  offerId: string;
  name: string;
  payoutPaise: Paise;
  dailyCap: number;
  isRequired: boolean;
  isRetired: boolean;
}

/** Includes archived offers: their clicks still receive postbacks. */
export const listCatalogOffers = (q: Queryable): Promise<CatalogOfferRow[]> =>
  q.query<CatalogOfferRow>(sql`
    select id, title, coins, tracking_url, nullif(poll_url, '') as poll_url, postback_token_sealed, custom_click_id_params, is_active,
      ip_whitelist_enabled, ip_whitelist, ip_block_enabled, archived_at is not null as archived
    from offers`);

/** Includes removed events: their postbacks have their own verdict. */
export const listCatalogEvents = (q: Queryable): Promise<CatalogEventRow[]> =>
  q.query<CatalogEventRow>(sql`
    select id, offer_id, name, payout_paise, daily_cap, is_required, removed_at is not null as is_retired
    from offer_events order by offer_id, position, id`);

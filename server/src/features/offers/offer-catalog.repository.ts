import type { Coins, Paise } from '@muneem/contract/money';
import { sql, type Queryable } from '#platform/database/index.ts';

export interface CatalogOfferRow {
  id: string;
  title: string;
  coins: Coins;
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

export interface CatalogEventRow {
  id: number;
  offer_id: string;
  name: string;
  payout_paise: Paise;
  daily_cap: number;
  is_required: boolean;
  is_retired: boolean;
}

/** Includes archived offers: their clicks still receive postbacks. */
export const listCatalogOffers = (q: Queryable): Promise<CatalogOfferRow[]> =>
  q.query<CatalogOfferRow>(sql`
    select id, title, coins, tracking_url, nullif(poll_url, '') as poll_url, postback_token_sealed, custom_click_id_params, is_active,
      ip_whitelist_enabled, ip_whitelist, ip_block_enabled, archived_at is not null as archived
    from offers`);

/** Includes removed events: their postbacks have their own verdict. */
export const listCatalogEvents = (q: Queryable): Promise<CatalogEventRow[]> =>
  q.query<CatalogEventRow & Record<string, unknown>>(sql`
    select id, offer_id, name, payout_paise, daily_cap, is_required, removed_at is not null as is_retired
    from offer_events order by offer_id, position, id`);

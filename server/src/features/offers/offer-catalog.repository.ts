import type { Paise } from '@muneem/contract/money';
import type { RewardLimit } from '@muneem/contract/offers';
import { sql, type Queryable, type Row } from '#platform/database/index.ts';

type StoredOffer = Row<'offers'>;

export interface CatalogOfferRow
  extends
    Pick<StoredOffer, 'id' | 'title' | 'coins' | 'trackingUrl' | 'postbackTokenSealed' | 'customClickIdParams'>,
    Pick<StoredOffer, 'isActive' | 'ipWhitelistEnabled' | 'ipWhitelist' | 'networkId'> {
  readonly pollUrl: string | null;
  readonly ipBlock: boolean;
  readonly rewardLimit: RewardLimit;
  readonly isArchived: boolean;
}

export interface CatalogEventRow {
  readonly id: number;
  readonly offerId: string;
  readonly name: string;
  readonly payout: Paise;
  /** The expected payment of the network for an approved conversion. Null: unknown. */
  readonly revenue: Paise | null;
  /** Limit of approved conversions per day in Asia/Kolkata. */
  readonly dailyCap: number;
  readonly isRequired: boolean;
  /** Removed from the offer. Its postbacks are refused. */
  readonly isRetired: boolean;
}

/** Includes archived offers: their clicks still receive postbacks. */
export const listCatalogOffers = (q: Queryable): Promise<CatalogOfferRow[]> =>
  q.query<CatalogOfferRow>(sql`
    select id, title, coins, tracking_url, nullif(poll_url, '') as poll_url, postback_token_sealed, custom_click_id_params,
      is_active and archived_at is null as is_active, archived_at is not null as is_archived,
      ip_whitelist_enabled, ip_whitelist, ip_block_enabled as ip_block, reward_limit, network_id
    from offers`);

/** Includes removed events: their postbacks have their own verdict. */
export const listCatalogEvents = (q: Queryable): Promise<CatalogEventRow[]> =>
  q.query<CatalogEventRow>(sql`
    select id, offer_id, name, payout_paise as payout, revenue_paise as revenue, daily_cap, is_required, removed_at is not null as is_retired
    from offer_events order by offer_id, position, id`);

import { hash } from 'node:crypto';
import { canonicalEventName, eventKey } from '@muneem/contract/conversions';
import ipaddr from 'ipaddr.js';
import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher, Database, Tx } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import {
  listCatalogEvents,
  listCatalogOffers,
  type CatalogEventRow,
  type CatalogOfferRow,
} from './offer-catalog.repository.ts';
import { openOfferToken } from './offer-token.ts';

export interface CatalogEvent {
  readonly id: number;
  /** As the admin wrote it. */
  readonly name: string;
  /** The name in lower case, by which reports count. */
  readonly key: string;
  readonly payout: Paise;
  /** Approved conversions in a day of Asia/Kolkata. */
  readonly dailyCap: number;
  readonly isRequired: boolean;
  /** Removed from the offer; its postbacks are refused. */
  readonly isRetired: boolean;
}

/** What the hot ways (tracking link, postbacks, conversions) need to know of an offer. */
export interface CatalogOffer {
  readonly id: string;
  readonly title: string;
  readonly coins: Coins;
  readonly trackingUrl: string;
  readonly pollUrl: string | null;
  readonly isActive: boolean;
  readonly isArchived: boolean;
  /** By their ids, in the offer's order. */
  readonly events: ReadonlyMap<number, CatalogEvent>;
  /** By canonical names, retired ones too. */
  readonly eventsByName: ReadonlyMap<string, CatalogEvent>;
  /** The events that complete a click: the required ones; all of them where none is marked. */
  readonly requiredEventIds: readonly number[];
  readonly customClickIdParams: readonly string[];
  /** SHA-256 of the offer's own postback token; null where it has none. */
  readonly tokenHash: Buffer | null;
  /** The ranges that may send postbacks; null: anyone. */
  readonly allowedSenders: readonly AddressRange[] | null;
  readonly ipBlock: boolean;
}

/** The event of a name or its synonym, without regard to case; it may be retired. */
export const findEvent = ({ eventsByName }: CatalogOffer, name: string): CatalogEvent | undefined =>
  eventsByName.get(canonicalEventName(name));

/** The names of the events that the offer has now. */
export const eventNames = ({ events }: CatalogOffer): string[] => [...events.values()].map(({ name }) => name);

export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

export interface OfferCatalog {
  get(offerId: string): CatalogOffer | undefined;
  all(): readonly CatalogOffer[];
  /** The first load; nothing can be asked before it. */
  readonly ready: Promise<void>;
  /** While a change is being read: settles when it is in. Wait for it, so that what an admin just saved holds at once. */
  readonly changing: Promise<void> | undefined;
  /** Reads the changes of other servers, also of the settings. @throws when the database does not answer within a second */
  catchUp(): Promise<void>;
  /**
   * Passes when the catalog knows every change that the transaction can see. Ask it before the transaction refuses.
   * @throws StaleCaches, so that the transaction is run again with the changes
   */
  requireCurrent(tx: Tx): Promise<void>;
  /**
   * Reads the changes of other servers before it returns no offer, or one that does not fit.
   * @throws when the database does not answer within a second
   */
  find(offerId: string, fits?: (offer: CatalogOffer) => boolean): Promise<CatalogOffer | undefined>;
}

export interface OfferCatalogDependencies {
  readonly database: Database;
  readonly caches: CacheWatcher;
  readonly secrets: SecretBox;
  readonly logger: Logger;
}

/** Every offer in memory, fresh within half a second of a change by any node. */
export function createOfferCatalog({ database, caches, secrets, logger }: OfferCatalogDependencies): OfferCatalog {
  let offers: ReadonlyMap<string, CatalogOffer> = new Map();
  let loading: Promise<void> | undefined;
  let outdated = false;

  const load = async (): Promise<void> => {
    const [offerRows, eventRows] = await Promise.all([listCatalogOffers(database), listCatalogEvents(database)]);
    const eventsOf = Map.groupBy(eventRows, (row) => row.offer_id);
    offers = new Map(
      offerRows.map((row) => {
        const token = openToken(row, secrets, logger);
        return [row.id, toCatalogOffer(row, eventsOf.get(row.id) ?? [], token)];
      }),
    );
  };
  /** One load at a time; a change during a load is followed by another. */
  const refresh = (): Promise<void> => {
    outdated = true;
    loading ??= (async () => {
      try {
        while (outdated) {
          outdated = false;
          await load();
        }
      } finally {
        loading = undefined;
      }
    })();
    return loading;
  };
  let changing: Promise<void> | undefined;
  caches.onChange('offers', () => {
    const change = refresh();
    const over: Promise<void> = change
      .catch(() => undefined)
      .finally(() => {
        if (changing === over) changing = undefined;
      });
    changing = over;
    return change;
  });

  return {
    get: (offerId) => offers.get(offerId),
    all: () => [...offers.values()],
    ready: refresh(),
    get changing() {
      return changing;
    },
    catchUp: () => caches.catchUp(),
    requireCurrent: (tx) => caches.requireCurrent(tx),
    async find(offerId, fits = () => true) {
      if (changing) await changing;
      const known = offers.get(offerId);
      if (known && fits(known)) return known;
      await caches.catchUp();
      return offers.get(offerId);
    },
  };
}

function toCatalogOffer(
  row: CatalogOfferRow,
  eventRows: readonly CatalogEventRow[],
  tokenHash: Buffer | null,
): CatalogOffer {
  const all = eventRows.map((event): CatalogEvent => ({
    id: event.id,
    name: event.name,
    key: eventKey(event.name),
    payout: paise(event.payout_paise),
    dailyCap: event.daily_cap,
    isRequired: event.is_required,
    isRetired: event.is_retired,
  }));
  const current = all.filter(({ isRetired }) => !isRetired);
  const required = current.filter(({ isRequired }) => isRequired);
  return {
    id: row.id,
    title: row.title,
    coins: coins(row.coins),
    trackingUrl: row.tracking_url,
    pollUrl: row.poll_url,
    isActive: row.is_active && !row.archived,
    isArchived: row.archived,
    events: new Map(current.map((event) => [event.id, event])),
    eventsByName: new Map(all.map((event) => [canonicalEventName(event.name), event])),
    requiredEventIds: (required.length > 0 ? required : current).map(({ id }) => id),
    customClickIdParams: row.custom_click_id_params,
    tokenHash,
    allowedSenders: row.ip_whitelist_enabled ? parseRanges(row.ip_whitelist) : null,
    ipBlock: row.ip_block_enabled,
  };
}

function openToken(
  { id, postback_token_sealed: sealed }: CatalogOfferRow,
  secrets: SecretBox,
  logger: Logger,
): Buffer | null {
  if (sealed === null) return null;
  try {
    return hash('sha256', openOfferToken(secrets, id, sealed), 'buffer');
  } catch (error) {
    logger.error(
      { err: error, offerId: id },
      "an offer's postback token cannot be opened with this APP_SECRET; only the global token serves",
    );
    return null;
  }
}

/** Comma-separated addresses and CIDR ranges; what is neither allows nobody. */
function parseRanges(text: string): AddressRange[] {
  return text.split(/[\s,;]+/).flatMap((part): AddressRange[] => {
    if (ipaddr.isValidCIDR(part)) return [ipaddr.parseCIDR(part)];
    if (!ipaddr.isValid(part)) return [];
    const address = ipaddr.process(part);
    return [[address, address.kind() === 'ipv4' ? 32 : 128]];
  });
}

/** True when the address lies in one of the ranges; IPv4 in IPv6 form counts as IPv4. */
export function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(
    (range) => range[0].kind() === address.kind() && address.match(range as [ipaddr.IPv4 & ipaddr.IPv6, number]),
  );
}

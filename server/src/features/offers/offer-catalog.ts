import { hash } from 'node:crypto';
import { eventKey } from '@muneem/contract/conversions';
import ipaddr from 'ipaddr.js';
import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher, Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import {
  listCatalogEvents,
  listCatalogOffers,
  listFormerNames,
  type CatalogEventRow,
  type CatalogOfferRow,
  type FormerNameRow,
} from './offer-catalog.repository.ts';
import { readEventNames, type EventNames } from './event-names.ts';
import { openOfferToken } from './offer-token.ts';

export interface CatalogEvent {
  readonly id: number;
  /** As the admin wrote it; it may change. */
  readonly name: string;
  /** What it is paid, counted and reported under for ever; unique within the offer. */
  readonly key: string;
  readonly payout: Paise;
  /** Approved conversions in a day of Asia/Kolkata. */
  readonly dailyCap: number;
  readonly isRequired: boolean;
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
  /** By their keys, in the offer's order. */
  readonly events: ReadonlyMap<string, CatalogEvent>;
  readonly names: EventNames;
  /** The keys that complete a click: the required events; all of them where none is marked. */
  readonly requiredKeys: readonly string[];
  readonly customClickIdParams: readonly string[];
  /** SHA-256 of the offer's own postback token; null where it has none. */
  readonly tokenHash: Buffer | null;
  /** The ranges that may send postbacks; null: anyone. */
  readonly allowedSenders: readonly AddressRange[] | null;
  readonly ipBlock: boolean;
}

/** The event that a sender means: by its name, else by a former one, else by an alias. */
export function findEvent({ events, names }: CatalogOffer, name: string): CatalogEvent | undefined {
  const key = names.keysByName.get(eventKey(name));
  return key === undefined ? undefined : events.get(key);
}

/** By the keys of the offer's events: those that count for each, its own first. */
export const countedKeys = ({ events, names }: CatalogOffer): Map<string, readonly string[]> =>
  new Map([...events.keys()].map((key) => [key, [key, ...(names.inheritedKeys.get(key) ?? [])]]));

/** The key of the event for which a key of a click counts now: the same, or that of the event in its place. */
export const keyOfNow = ({ names }: CatalogOffer, key: string): string => names.keysOfHeirs.get(key) ?? key;

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
   * Reads the changes of other servers before it returns no offer, or one that does not fit.
   * @throws AppError `unavailable` when the database does not answer within a second
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
    const [offerRows, eventRows, nameRows] = await Promise.all([
      listCatalogOffers(database),
      listCatalogEvents(database),
      listFormerNames(database),
    ]);
    const eventsOf = Map.groupBy(eventRows, (row) => row.offer_id);
    const namesOf = Map.groupBy(nameRows, (row) => row.offer_id);
    offers = new Map(
      offerRows.map((row) => {
        const token = openToken(row, secrets, logger);
        return [row.id, toCatalogOffer(row, eventsOf.get(row.id) ?? [], namesOf.get(row.id) ?? [], token)];
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
    async find(offerId, fits = () => true) {
      if (changing) await changing;
      const known = offers.get(offerId);
      if (known && fits(known)) return known;
      await caches.catchUp().catch((error: unknown) => {
        throw new AppError('unavailable', {
          userMessage: 'The database cannot be reached right now. Please try again in a moment.',
          retryAfterS: 2,
          cause: error,
        });
      });
      return offers.get(offerId);
    },
  };
}

function toCatalogOffer(
  row: CatalogOfferRow,
  eventRows: readonly CatalogEventRow[],
  formerNames: readonly FormerNameRow[],
  tokenHash: Buffer | null,
): CatalogOffer {
  const events = new Map<string, CatalogEvent>();
  for (const event of eventRows) {
    if (event.removed_at !== null) continue;
    events.set(event.key, {
      id: event.id,
      name: event.name,
      key: event.key,
      payout: paise(event.payout_paise),
      dailyCap: event.daily_cap,
      isRequired: event.is_required,
    });
  }
  const required = [...events.values()].filter((event) => event.isRequired);
  return {
    id: row.id,
    title: row.title,
    coins: coins(row.coins),
    trackingUrl: row.tracking_url,
    pollUrl: row.poll_url,
    isActive: row.is_active && !row.archived,
    isArchived: row.archived,
    events,
    names: readEventNames(eventRows, formerNames),
    requiredKeys: (required.length > 0 ? required : [...events.values()]).map((event) => event.key),
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

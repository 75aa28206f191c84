import { hash } from 'node:crypto';
import { canonicalEventName, eventKey } from '@muneem/contract/conversions';
import ipaddr from 'ipaddr.js';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheVersions, Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { listCatalogNetworks, type CatalogNetwork } from '#features/networks/index.ts';
import {
  listCatalogEvents,
  listCatalogOffers,
  type CatalogEventRow,
  type CatalogOfferRow,
} from './offer-catalog.repository.ts';
import { openOfferToken } from './offer-token.ts';

export interface CatalogEvent extends CatalogEventRow {
  /** Lower-case name, used by reports. */
  readonly key: string;
}

/** The fields of an offer that tracking links, postbacks and conversions need. */
export interface CatalogOffer extends Omit<
  CatalogOfferRow,
  'postbackTokenSealed' | 'ipWhitelistEnabled' | 'ipWhitelist' | 'networkId'
> {
  /** May be archived. Null: none. */
  readonly network: CatalogNetwork | null;
  /** By id, in the offer's order. */
  readonly events: ReadonlyMap<number, CatalogEvent>;
  /** By canonical name, including retired ones. */
  readonly eventsByName: ReadonlyMap<string, CatalogEvent>;
  /** The events that complete a click: the required ones, or all if none is required. */
  readonly requiredEventIds: readonly number[];
  /** SHA-256 of the offer's postback token. Null without one. */
  readonly tokenHash: Buffer | null;
  /** Ranges that may send postbacks. Null: anyone. */
  readonly allowedSenders: readonly AddressRange[] | null;
}

/** Finds an event by name or alias, case-insensitively. It may be retired. */
export const findEvent = ({ eventsByName }: CatalogOffer, name: string): CatalogEvent | null =>
  eventsByName.get(canonicalEventName(name)) ?? null;

export const eventNames = ({ events }: CatalogOffer): string[] => [...events.values()].map(({ name }) => name);

type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

export type OfferCatalog = ReturnType<typeof createOfferCatalog>;

type OfferCatalogDependencies = Pick<Platform, 'database' | 'caches' | 'secrets' | 'logger'>;

/** Keeps every offer in memory, at most half a second behind a change on any server. */
export function createOfferCatalog({ database, caches, secrets, logger }: OfferCatalogDependencies) {
  let offers: ReadonlyMap<string, CatalogOffer> = new Map();
  let byToken: ReadonlyMap<string | undefined, readonly CatalogOffer[]> = new Map();
  let clickIdParams: ReadonlySet<string> = new Set();

  const load = caches.onChange('offers', async () => {
    const [offerRows, eventRows, networks] = await Promise.all([
      listCatalogOffers(database),
      listCatalogEvents(database),
      listCatalogNetworks(database),
    ]);
    const networkOf = new Map(networks.map((network) => [network.id, network]));
    const eventsOf = Map.groupBy(eventRows, (row) => row.offerId);
    offers = new Map(
      offerRows.map((row) => {
        const token = openToken(row, secrets, logger);
        const network = networkOf.get(row.networkId ?? '') ?? null;
        return [row.id, toCatalogOffer(row, network, eventsOf.get(row.id) ?? [], token)];
      }),
    );
    byToken = Map.groupBy(offers.values(), ({ tokenHash }) => tokenHash?.toString('hex'));
    clickIdParams = new Set([...offers.values()].flatMap((offer) => offer.customClickIdParams));
  });

  return {
    get: (offerId: string) => offers.get(offerId),
    all: (): readonly CatalogOffer[] => [...offers.values()],
    /** The offers with this token. A look-up, because a stranger can send any token. */
    withToken: (tokenHash: Buffer) => byToken.get(tokenHash.toString('hex')) ?? [],
    /** The additional click id parameters of all offers. */
    get clickIdParams() {
      return clickIdParams;
    },
    /** Resolves after the first load. Wait for it before any lookup. */
    ready: load(),
    /** Loads the changes of other servers, including settings. @throws if the database does not answer within a second */
    catchUp: () => caches.catchUp(),
    /** See `CacheWatcher`. */
    requireCurrent: (tx: Tx, versions: CacheVersions) => caches.requireCurrent(tx, versions),
    /**
     * Finds an offer. Loads the changes of other servers if it is missing or does not fit.
     * @throws if the database does not answer within a second
     */
    async find(offerId: string, fits: (offer: CatalogOffer) => boolean = () => true) {
      const known = offers.get(offerId);
      if (known && fits(known)) return known;
      await caches.catchUp();
      return offers.get(offerId);
    },
  };
}

function toCatalogOffer(
  { postbackTokenSealed: _, networkId: _id, ipWhitelistEnabled, ipWhitelist, ...offer }: CatalogOfferRow,
  network: CatalogNetwork | null,
  eventRows: readonly CatalogEventRow[],
  tokenHash: Buffer | null,
): CatalogOffer {
  const all = eventRows.map((event): CatalogEvent => ({ ...event, key: eventKey(event.name) }));
  const current = all.filter(({ isRetired }) => !isRetired);
  const required = current.filter(({ isRequired }) => isRequired);
  return {
    ...offer,
    network,
    customClickIdParams: [...offer.customClickIdParams, ...clickIdParamOf(network)],
    events: new Map(current.map((event) => [event.id, event])),
    eventsByName: new Map(all.map((event) => [canonicalEventName(event.name), event])),
    requiredEventIds: (required.length > 0 ? required : current).map(({ id }) => id),
    tokenHash,
    allowedSenders: ipWhitelistEnabled ? parseRanges(ipWhitelist) : null,
  };
}

const clickIdParamOf = (network: CatalogNetwork | null): string[] =>
  [network?.dialect?.clickIdParam ?? ''].filter((name) => name !== '');

function openToken(
  { id, postbackTokenSealed: sealed }: CatalogOfferRow,
  secrets: SecretBox,
  logger: Logger,
): Buffer | null {
  if (sealed === null) return null;
  try {
    return hash('sha256', openOfferToken(secrets, id, sealed), 'buffer');
  } catch (error) {
    logger.error(
      { err: error, offerId: id },
      "an offer's postback token cannot be decrypted with this APP_SECRET; only the global token is accepted",
    );
    return null;
  }
}

/** Parses comma-separated addresses and CIDR ranges. Invalid entries allow no sender. */
function parseRanges(text: string): AddressRange[] {
  return text.split(/[\s,;]+/).flatMap((part): AddressRange[] => {
    if (ipaddr.isValidCIDR(part)) return [ipaddr.parseCIDR(part)];
    if (!ipaddr.isValid(part)) return [];
    const address = ipaddr.process(part);
    return [[address, address.kind() === 'ipv4' ? 32 : 128]];
  });
}

/** Returns whether an address is in one of the ranges. IPv4-mapped IPv6 counts as IPv4. */
export function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(
    (range) => range[0].kind() === address.kind() && address.match(range as [ipaddr.IPv4 & ipaddr.IPv6, number]),
  );
}

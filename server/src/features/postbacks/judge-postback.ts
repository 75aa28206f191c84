import { SYSTEM_ACTORS } from '#platform/audit-log/index.ts';
import type { NetworkDialect } from '@muneem/contract/networks';
import { isUnfilled, type PostbackVerdict } from '@muneem/contract/postbacks';
import { eventKey } from '@muneem/contract/conversions';
import { clickIdsOf, readEventStatus, type ConversionRefusal, type EventStatus } from '#features/conversions/index.ts';
import { eventNames, findEvent, isInRanges, type CatalogOffer, type OfferCatalog } from '#features/offers/index.ts';
import { factsOf, findClickId, readParam, type InboundPostback } from './inbound-postback.ts';
import type { LoggedOutcome } from './log-entry.ts';
import type { PostbackTokens, TokenReach } from './postback-tokens.ts';
import type { PostbackToStore } from './store-postbacks.ts';

export interface JudgeDependencies {
  readonly offers: OfferCatalog;
  readonly tokens: PostbackTokens;
}

/** Refused before any transaction. */
export interface RefusedPostback extends Partial<LoggedOutcome> {
  readonly verdict: PostbackVerdict;
  /** Replaces the verdict's own text where that would mislead the sender. */
  readonly message?: string;
  /** With `event_unknown`: the names of the offer's events. */
  readonly events?: readonly string[];
}

export const isRefused = (judged: RefusedPostback | PostbackToStore): judged is RefusedPostback => 'verdict' in judged;

const MAX_EVENT_KEY = 200;
const OWN_URL = "The network of this click's offer has its own words: use the postback URL of the offer.";

/**
 * Checks token, sender, event and click id in memory, without side effects. Explain uses the same function.
 * @param isTokenKnown the token was already verified at arrival
 */
export function judgePostback(
  dependencies: JudgeDependencies,
  postback: InboundPostback,
  isTokenKnown = false,
): RefusedPostback | PostbackToStore {
  const offer = postback.offerId === undefined ? undefined : dependencies.offers.get(postback.offerId);
  const refuse = (verdict: PostbackVerdict, more: Omit<RefusedPostback, 'verdict'> = {}): RefusedPostback => {
    return { offerId: postback.offerId, clickId: claimedClickId(postback, offer), ...more, verdict };
  };
  const reachTo = (named?: CatalogOffer): TokenReach =>
    isTokenKnown ? 'all' : reachOf(dependencies.tokens, postback, named);
  const reach = reachTo(offer);
  if (reach === null) return refuse('bad_token');
  if (postback.offerId !== undefined && !offer) {
    const message = 'Offer not found.';
    return refuse('offer_mismatch', { detail: message, message });
  }
  if (offer && !maySend(offer, postback.ip)) return refuse('ip_not_allowed');

  const eventName = postback.eventName ?? readParam(postback, 'event');
  if (eventName === null) return refuse('malformed', { detail: 'The event has several values.' });
  if (eventName === undefined || eventName.trim() === '' || isUnfilled(eventName.trim()))
    return refuse('event_missing');
  const key = eventKey(eventName).slice(0, MAX_EVENT_KEY);
  if (offer && !findEvent(offer, eventName)) {
    const events = eventNames(offer);
    return refuse('event_unknown', { eventKey: key, detail: `The offer has: ${events.join(', ')}`, events });
  }

  const network = networkOf(offer, reach);
  const { kind, said, byDialect } = readEventStatus([postback.query, postback.body], eventName, network?.dialect);
  if (kind === 'malformed') return refuse('malformed', { eventKey: key, detail: `${said} has several values.` });
  if (kind === 'test') return refuse('test', { eventKey: key, detail: `The network calls it a test (${said}).` });
  const found = findClickId(postback, customNames(dependencies.offers, offer, reach));
  if (typeof found === 'string') return refuse(found, { eventKey: key });
  // In the short form, or after a change of the offer, the click's own network may not read an approval.
  const checkReading = (dialect: NetworkDialect | null = null): ConversionRefusal | undefined => {
    if (kind !== 'approved' || dialect === (network?.dialect ?? null)) return undefined;
    const own = readEventStatus([postback.query, postback.body], eventName, dialect);
    return own.kind === kind ? undefined : { code: 'offer_mismatch', message: OWN_URL };
  };
  return {
    postback,
    dialect: byDialect === undefined ? undefined : `In the dialect of ${network?.name}, ${byDialect}.`,
    reversal: kind === 'reversed' ? `Reversed by the network (${said}).` : undefined,
    conversion: {
      ...found,
      eventName,
      source: 'postback',
      actor: SYSTEM_ACTORS.postback,
      at: postback.receivedAt,
      conversionIp: postback.ip,
      offerId: offer?.id,
      check: (clicked, clickId) =>
        checkClicked(clicked, clickId, reachTo(clicked), postback) ?? checkReading(clicked.network?.dialect),
      externalData: factsOf(postback),
      pending: whyPending(kind, said),
    },
  };
}

/** The offer's network. In the short form it is known if all offers of the token have the same one. */
function networkOf(offer: CatalogOffer | undefined, reach: TokenReach): CatalogOffer['network'] {
  if (offer) return offer.network;
  if (reach === 'all' || reach === null) return null;
  const [first, ...others] = new Set(reach.map(({ network }) => network));
  return others.length === 0 ? (first ?? null) : null;
}

const whyPending = (kind: EventStatus['kind'], said: string): string | undefined =>
  kind === 'pending'
    ? `The network has not approved the event yet (${said}).`
    : kind === 'unclear'
      ? `The message does not surely approve the event (${said}).`
      : undefined;

/** Returns the click id, also for a postback without a valid token: admins search refused postbacks by click. */
export function claimedClickId(postback: InboundPostback, offer: CatalogOffer | undefined): string | undefined {
  const claimed = findClickId(postback, offer?.customClickIdParams ?? []);
  return typeof claimed === 'string' || claimed.otherClickId !== undefined ? undefined : claimed.clickId;
}

/** For an unknown offer, only the global token learns that the offer does not exist. */
export function reachOf(
  tokens: PostbackTokens,
  postback: InboundPostback,
  offer: CatalogOffer | undefined,
): TokenReach {
  const reach = tokens.reach(readParam(postback, 'token', true), offer);
  return postback.offerId === undefined || offer || reach === 'all' ? reach : null;
}

const maySend = ({ allowedSenders }: CatalogOffer, ip: string): boolean =>
  allowedSenders === null || isInRanges(ip, allowedSenders);

/** Lists extra click id parameters: the offer's, or those of every offer that the token covers. */
function customNames(offers: OfferCatalog, offer: CatalogOffer | undefined, reach: TokenReach): Iterable<string> {
  if (offer) return offer.customClickIdParams;
  if (reach === 'all' || reach === null) return offers.clickIdParams;
  return new Set(reach.flatMap(({ customClickIdParams }) => customClickIdParams));
}

/**
 * In the short form the click determines the offer, so token, IP list and parameters are checked here. A postback to an
 * offer's own path is checked again, because the offer may have changed on another server.
 */
function checkClicked(
  clicked: CatalogOffer,
  clickId: string,
  reach: TokenReach,
  postback: InboundPostback,
): ConversionRefusal | undefined {
  if (reach === null) return { code: 'bad_token' };
  if (!maySend(clicked, postback.ip)) return { code: 'ip_not_allowed' };
  const found = findClickId(postback, clicked.customClickIdParams);
  const isOurs = typeof found !== 'string' && clickIdsOf(found).includes(clickId);
  return isOurs ? undefined : { code: 'click_missing' };
}

import { hash, timingSafeEqual } from 'node:crypto';
import { eventKey } from '@muneem/contract/conversions';
import { POSTBACK_VERDICTS, type PostbackCheck, type PostbackVerdict } from '@muneem/contract/postbacks';
import { SYSTEM_ACTORS } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { clickIdsOf, readEventStatus, type ConversionRefusal, type EventStatus } from '#features/conversions/index.ts';
import { eventNames, findEvent, isInRanges, type CatalogOffer, type OfferCatalog } from '#features/offers/index.ts';
import { findClickId, onlyClickIdIn, type InboundPostback } from './inbound-postback.ts';
import { factsOf, type LoggedOutcome } from './log-entry.ts';
import type { PostbackToStore } from './store-postbacks.ts';

export interface PostbackSettings {
  readonly securityToken: string;
  /** The previous token with its expiry, if it is still accepted. */
  readonly oldSecurityToken: { readonly token: string; readonly until: Date } | null;
}

export interface JudgeDependencies {
  readonly offers: OfferCatalog;
  readonly settings: () => PostbackSettings;
  readonly clock: Clock;
}

/** Refused before any transaction. */
export interface RefusedPostback extends LoggedOutcome {
  readonly failed?: PostbackCheck;
  /** False without a valid token. */
  readonly isAuthenticated: boolean;
  /** Replaces the verdict's own text where that would mislead the sender. */
  readonly message?: string;
  /** With `event_unknown`: the names of the offer's events. */
  readonly events?: readonly string[];
  readonly retryAfterS?: number;
}

export const isRefused = (judged: RefusedPostback | PostbackToStore): judged is RefusedPostback => 'verdict' in judged;

const MAX_EVENT_KEY = 200;
const OWN_URL = "The network of this click's offer has its own words: use the postback URL of the offer.";

/**
 * Decides in memory whether a postback is refused, and by which check. Has no side effects: Explain uses it too.
 * @param isTokenKnown the token was already verified at arrival
 */
export function judgePostback(
  dependencies: JudgeDependencies,
  postback: InboundPostback,
  isTokenKnown = false,
): RefusedPostback | PostbackToStore {
  const { offers } = dependencies;
  const { offerId, eventName, ip, query, body, unreadable } = postback;
  const offer = offers.get(offerId ?? '');
  const reachTo = (named?: CatalogOffer): TokenReach => (isTokenKnown ? 'all' : reachOf(dependencies, postback, named));
  const reach = reachTo(offer);
  const found = findClickId(postback, customNames(offers, offer, reach));
  const key = eventKey(eventName ?? '').slice(0, MAX_EVENT_KEY);
  const refuse = (failed: PostbackCheck, verdict: PostbackVerdict, more: Partial<RefusedPostback> = {}) => ({
    verdict,
    failed,
    isAuthenticated: reach !== null,
    httpStatus: POSTBACK_VERDICTS[verdict].status,
    offerId,
    clickId: typeof found !== 'string' && found.otherClickId === undefined ? found.clickId : undefined,
    ...more,
  });

  if (unreadable) {
    const { httpStatus = POSTBACK_VERDICTS.malformed.status, text = '' } = unreadable;
    const refused = refuse('readable', 'malformed', { httpStatus });
    return { ...refused, clickId: refused.clickId ?? onlyClickIdIn(text) };
  }
  if (reach === null) return refuse('token', 'bad_token');
  if (offerId !== undefined && !offer)
    return refuse('offer', 'offer_mismatch', { detail: 'Offer not found.', message: 'Offer not found.' });
  if (offer && !maySend(offer, ip)) return refuse('sender', 'ip_not_allowed');
  if (eventName === null) return refuse('event', 'malformed', { detail: 'The event has several values.' });
  if (eventName === undefined) return refuse('event', 'event_missing');
  if (offer && !findEvent(offer, eventName)) {
    const events = eventNames(offer);
    const detail = `The offer has: ${events.join(', ')}`;
    return refuse('known_event', 'event_unknown', { eventKey: key, detail, events });
  }
  const network = networkOf(offer, reach);
  const { kind, said, byDialect } = readEventStatus([query, body], eventName, network?.dialect);
  if (kind === 'malformed')
    return refuse('direction', 'malformed', { eventKey: key, detail: `${said} has several values.` });
  if (kind === 'test')
    return refuse('direction', 'test', { eventKey: key, detail: `The network calls it a test (${said}).` });
  if (typeof found === 'string') return refuse('click_id', found, { eventKey: key });

  /**
   * In the short form, the click determines the offer. Otherwise the offer may have changed on another server, and so
   * may the token.
   */
  const check = (clicked: CatalogOffer, clickId: string): ConversionRefusal | undefined => {
    if (reachTo(clicked) === null) return { code: 'bad_token' };
    if (clicked === offer) return undefined;
    if (!maySend(clicked, ip)) return { code: 'ip_not_allowed' };
    const own = findClickId(postback, clicked.customClickIdParams);
    if (typeof own === 'string' || !clickIdsOf(own).includes(clickId)) return { code: 'click_missing' };
    const dialect = clicked.network?.dialect;
    if (kind !== 'approved' || dialect === network?.dialect) return undefined;
    const isApproved = readEventStatus([query, body], eventName, dialect).kind === kind;
    return isApproved ? undefined : { code: 'offer_mismatch', message: OWN_URL };
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
      conversionIp: ip,
      offerId: offer?.id,
      check,
      externalData: factsOf(postback),
      pending: whyPending(kind, said),
    },
  };
}

/** Offers covered by a token: all, one, or (short form) those with this token. Null if it is invalid. */
type TokenReach = 'all' | readonly CatalogOffer[] | null;

/**
 * Compares in constant time: the global token directly, offer tokens by digest, which reveals no token.
 * Only the global token learns that an offer does not exist. @param offer the offer of the path or of the click
 */
function reachOf(
  { offers, settings, clock }: JudgeDependencies,
  { token, offerId }: InboundPostback,
  offer: CatalogOffer | undefined,
): TokenReach {
  if (token === undefined || token === null) return null;
  const { securityToken, oldSecurityToken: old } = settings();
  if (isSame(token, securityToken)) return 'all';
  if (old !== null && isSame(token, old.token) && clock.now() < old.until) return 'all';
  const digest = hash('sha256', token, 'buffer');
  if (offer) return offer.tokenHash !== null && timingSafeEqual(digest, offer.tokenHash) ? [offer] : null;
  if (offerId !== undefined) return null;
  const matches = offers.withToken(digest);
  return matches.length === 0 ? null : matches;
}

/** Compares in constant time for texts of equal length. The length is not secret. */
function isSame(text: string, wanted: string): boolean {
  const [given, bytes] = [Buffer.from(text), Buffer.from(wanted)];
  return given.length === bytes.length && timingSafeEqual(given, bytes);
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

const maySend = ({ allowedSenders }: CatalogOffer, ip: string): boolean =>
  allowedSenders === null || isInRanges(ip, allowedSenders);

/** Lists extra click id parameters: the offer's, or those of every offer that the token covers. */
function customNames(offers: OfferCatalog, offer: CatalogOffer | undefined, reach: TokenReach): Iterable<string> {
  if (offer) return offer.customClickIdParams;
  if (reach === 'all') return offers.clickIdParams;
  return new Set(reach?.flatMap(({ customClickIdParams }) => customClickIdParams));
}

import { SYSTEM_ACTORS } from '#platform/audit-log/index.ts';
import { POSTBACK_VERDICTS, type PostbackCheck, type PostbackVerdict } from '@muneem/contract/postbacks';
import { eventKey } from '@muneem/contract/conversions';
import { clickIdsOf, readEventStatus, type ConversionRefusal, type EventStatus } from '#features/conversions/index.ts';
import { eventNames, findEvent, isInRanges, type CatalogOffer, type OfferCatalog } from '#features/offers/index.ts';
import { factsOf, findClickId, onlyClickIdIn, type InboundPostback } from './inbound-postback.ts';
import type { LoggedOutcome } from './log-entry.ts';
import type { PostbackTokens, TokenReach } from './postback-tokens.ts';
import type { PostbackToStore } from './store-postbacks.ts';

export interface JudgeDependencies {
  readonly offers: OfferCatalog;
  readonly tokens: PostbackTokens;
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
  { offers, tokens }: JudgeDependencies,
  postback: InboundPostback,
  isTokenKnown = false,
): RefusedPostback | PostbackToStore {
  const { offerId, eventName, ip, query, body, unreadable } = postback;
  const offer = offers.get(offerId ?? '');
  const reachTo = (named?: CatalogOffer): TokenReach => (isTokenKnown ? 'all' : tokens.reach(postback, named));
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
  if (offerId !== undefined && !offer) {
    const message = 'Offer not found.';
    return refuse('offer', 'offer_mismatch', { detail: message, message });
  }
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

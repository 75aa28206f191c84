import { isUnfilled, POSTBACK_VERDICTS, type PostbackAnswer, type PostbackVerdict } from '@muneem/contract/postbacks';
import { eventKey, findEvent } from '@muneem/contract/conversions';
import { QueueFullError } from '#platform/batcher/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { isRecorded, type ConversionRefusal, type ConversionVerdict } from '#features/conversions/index.ts';
import { isInRanges, type CatalogOffer, type OfferCatalog } from '#features/offers/index.ts';
import type { BadTokenLimit } from './bad-token-limit.ts';
import { factsOf, findClickId, readParam, type InboundPostback } from './inbound-postback.ts';
import type { LoggedOutcome } from './log-entry.ts';
import type { PostbackTokens, TokenReach } from './postback-tokens.ts';
import type { RefusedLog } from './refused-log.ts';
import type { PostbackBatcher } from './store-postbacks.ts';

export interface ReceivePostbackDependencies {
  readonly offers: OfferCatalog;
  readonly tokens: PostbackTokens;
  readonly badTokens: BadTokenLimit;
  readonly batcher: PostbackBatcher;
  readonly refusedLog: RefusedLog;
  readonly logger: Logger;
}

export interface PostbackReply {
  readonly status: number;
  readonly body: PostbackAnswer;
  readonly retryAfterS?: number;
}

const SYSTEM = { kind: 'system', id: 'postback', name: 'Postback' } as const;
const RETRY_AFTER_S = 2;

/**
 * Token, sender, event, click id: all from memory. What passes goes to the batcher, and is answered when it is
 * committed. Whatever is refused here is logged without delaying anyone.
 */
export async function receivePostback(
  deps: ReceivePostbackDependencies,
  postback: InboundPostback,
): Promise<PostbackReply> {
  const refuse = (
    verdict: PostbackVerdict,
    outcome: Partial<LoggedOutcome> & { events?: readonly string[] } = {},
  ): PostbackReply => {
    const { status } = POSTBACK_VERDICTS[verdict];
    const { events, ...logged } = outcome;
    deps.refusedLog.add({ postback, offerId: postback.offerId, ...logged, verdict, httpStatus: status });
    return {
      status,
      body: { success: false, code: verdict, message: POSTBACK_VERDICTS[verdict].message, ...(events && { events }) },
    };
  };

  if (deps.offers.changing) await deps.offers.changing;
  const offer = postback.offerId === undefined ? undefined : deps.offers.get(postback.offerId);
  const reach =
    postback.offerId !== undefined && !offer
      ? globalReach(deps, postback)
      : deps.tokens.reach(readParam(postback, 'token'), offer);
  if (reach === null) {
    const waitS = deps.badTokens.count(postback.ip);
    if (waitS === undefined) return refuse('bad_token');
    return {
      status: 429,
      body: { success: false, code: 'bad_token', message: 'Too many wrong tokens. Please wait.' },
      retryAfterS: waitS,
    };
  }
  if (postback.offerId !== undefined && !offer) return refuse('offer_mismatch', { detail: 'There is no such offer.' });
  if (offer && !maySend(offer, postback.ip)) return refuse('ip_not_allowed');

  const eventName = postback.eventName ?? readParam(postback, 'event');
  if (eventName === null) return refuse('malformed', { detail: 'The event is not one value.' });
  if (eventName === undefined || eventName.trim() === '' || isUnfilled(eventName.trim()))
    return refuse('event_missing');
  if (offer && !findEvent(offer.events, eventName)) {
    const events = [...offer.events.values()].map(({ name }) => name);
    return refuse('event_unknown', {
      eventKey: eventKey(eventName).slice(0, 200),
      detail: `The offer knows: ${events.join(', ')}`,
      events,
    });
  }

  const found = findClickId(postback, customNames(deps.offers, offer, reach));
  if (typeof found === 'string') return refuse(found, { eventKey: eventKey(eventName).slice(0, 200) });
  const { clickId } = found;
  try {
    const verdict = await deps.batcher.add({
      postback,
      conversion: {
        clickId,
        eventName,
        source: 'postback',
        actor: SYSTEM,
        at: postback.receivedAt,
        conversionIp: postback.ip,
        offerId: offer?.id,
        check: offer ? undefined : (clicked) => checkShortForm(clicked, reach, postback),
        externalData: factsOf(postback),
      },
    });
    return toReply(verdict);
  } catch (error) {
    if (!(error instanceof QueueFullError))
      deps.logger.error({ err: error, clickId }, 'a postback could not be stored');
    return { ...refuse('not_stored', { clickId }), retryAfterS: RETRY_AFTER_S };
  }
}

/** For an offer that does not exist: only the global token may learn that. */
function globalReach(deps: ReceivePostbackDependencies, postback: InboundPostback): TokenReach {
  return deps.tokens.reach(readParam(postback, 'token'), undefined) === 'all' ? 'all' : null;
}

const maySend = ({ allowedSenders }: CatalogOffer, ip: string): boolean =>
  allowedSenders === null || isInRanges(ip, allowedSenders);

/** The names of click ids beyond the standard ones: the offer's, or of every offer that the token may speak for. */
function customNames(offers: OfferCatalog, offer: CatalogOffer | undefined, reach: TokenReach): Iterable<string> {
  if (offer) return offer.customClickIdParams;
  const named = reach === 'all' || reach === null ? offers.all() : reach;
  return new Set(named.flatMap(({ customClickIdParams }) => customClickIdParams));
}

/** In the short form the offer is known only from the click: its token, its list and its parameter names are asked then. */
function checkShortForm(
  clicked: CatalogOffer,
  reach: TokenReach,
  postback: InboundPostback,
): ConversionRefusal | undefined {
  if (reach !== 'all' && !reach?.some(({ id }) => id === clicked.id)) return { code: 'bad_token' };
  if (!maySend(clicked, postback.ip)) return { code: 'ip_not_allowed' };
  return typeof findClickId(postback, clicked.customClickIdParams) === 'string' ? { code: 'click_missing' } : undefined;
}

function toReply(verdict: ConversionVerdict): PostbackReply {
  const { status, message } = POSTBACK_VERDICTS[verdict.code];
  if (!isRecorded(verdict)) {
    return {
      status,
      body: { success: false, code: verdict.code, message, ...(verdict.events && { events: verdict.events }) },
    };
  }
  return {
    status,
    body: {
      success: true,
      code: verdict.code,
      message,
      conversionId: verdict.conversionId,
      duplicate: verdict.code === 'duplicate',
      ...(verdict.status && { status: verdict.status }),
    },
  };
}

import { POSTBACK_VERDICTS, type PostbackVerdict } from '@muneem/contract/postbacks';
import { QueueFullError } from '#platform/batcher/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import type { ConversionVerdict, ReversalVerdict } from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback, type RefusedPostback } from './judge-postback.ts';
import type { LoggedOutcome } from './log-entry.ts';
import { refuse, type PostbackReply, type RefuseDependencies } from './refuse-postback.ts';
import type { PostbackBatcher, PostbackToStore, ReversalQueue } from './store-postbacks.ts';

export interface ReceivePostbackDependencies extends RefuseDependencies {
  readonly batcher: PostbackBatcher;
  readonly reversals: ReversalQueue;
  readonly logger: Logger;
  readonly tracer?: Tracer | undefined;
}

const RETRY_AFTER_S = 2;
/** Refusals that depend on an offer or setting, which another server may have just changed. */
const MAY_BE_STALE: ReadonlySet<PostbackVerdict> = new Set<PostbackVerdict>([
  'bad_token',
  'ip_not_allowed',
  'offer_mismatch',
  'event_unknown',
  'click_missing',
  'click_conflict',
  'click_unknown',
]);

/**
 * Checks a postback in memory, then stores it through the batcher and answers after the commit.
 * Before a refusal it loads the changes of other servers. Refusals are logged after the answer.
 */
export async function receivePostback(
  dependencies: ReceivePostbackDependencies,
  postback: InboundPostback,
): Promise<PostbackReply> {
  let judged = judgePostback(dependencies, postback);
  if (isRefused(judged) && MAY_BE_STALE.has(judged.verdict)) judged = await judgeAgain(dependencies, postback, judged);
  const reply = isRefused(judged) ? refuse(dependencies, postback, judged) : await store(dependencies, judged);
  if (dependencies.tracer !== undefined) trace(dependencies, judged, postback, reply);
  return reply;
}

async function store(dependencies: ReceivePostbackDependencies, item: PostbackToStore): Promise<PostbackReply> {
  try {
    return toReply(await (item.reversal === undefined ? dependencies.batcher : dependencies.reversals).add(item));
  } catch (error) {
    const { clickId, eventName } = item.conversion;
    if (!(error instanceof QueueFullError))
      dependencies.logger.error({ err: error, clickId }, 'a postback could not be stored');
    const { postback } = item;
    const refused = notStored({ offerId: postback.offerId, eventKey: eventName.toLowerCase(), clickId });
    return refuse(dependencies, postback, refused);
  }
}

const notStored = ({ offerId, eventKey, clickId }: Partial<LoggedOutcome>): RefusedPostback => ({
  verdict: 'not_stored',
  httpStatus: POSTBACK_VERDICTS.not_stored.status,
  isAuthenticated: true,
  retryAfterS: RETRY_AFTER_S,
  offerId,
  eventKey,
  clickId,
});

/**
 * Checks again with the changes of other servers. Without the database it asks for a retry, because
 * networks do not repeat a 4xx. An invalid token stays refused, so an outage reveals nothing.
 */
async function judgeAgain(
  dependencies: ReceivePostbackDependencies,
  postback: InboundPostback,
  refused: RefusedPostback,
): Promise<ReturnType<typeof judgePostback>> {
  try {
    await dependencies.offers.catchUp();
  } catch {
    return refused.isAuthenticated ? notStored(refused) : refused;
  }
  return judgePostback(dependencies, postback);
}

function toReply(verdict: ConversionVerdict | ReversalVerdict): PostbackReply {
  const { code } = verdict;
  const { status, message } = POSTBACK_VERDICTS[code];
  if (!('conversionId' in verdict)) {
    const { message: own = message, events } = verdict;
    return { status, body: { success: false, code, message: own, ...(events && { events }) } };
  }
  const { conversionId } = verdict;
  const [duplicate, conversionStatus] =
    'isRepeat' in verdict ? [verdict.isRepeat, 'rejected' as const] : [code === 'duplicate', verdict.status];
  return {
    status,
    body: {
      success: true,
      code,
      message,
      conversionId,
      duplicate,
      ...(conversionStatus && { status: conversionStatus }),
    },
  };
}

/** Adds a postback to its click's trace. A caller without a valid token cannot write to a trace. */
function trace(
  { offers, clock, tracer }: ReceivePostbackDependencies,
  judged: RefusedPostback | PostbackToStore,
  postback: InboundPostback,
  { status, body }: PostbackReply,
): void {
  if (body.code === 'bad_token' || body.code === 'malformed' || body.code === 'click_unknown') return;
  const { clickId, otherClickId } = isRefused(judged) ? { ...judged, otherClickId: undefined } : judged.conversion;
  tracer?.add({
    clickId: otherClickId === undefined ? (clickId ?? '') : '',
    name: 'postback',
    startedAt: postback.receivedAt,
    endedAt: clock.now(),
    isFailed: status >= 400,
    attributes: {
      'muneem.verdict': body.code,
      'muneem.offer_id': offers.get(postback.offerId ?? '')?.id,
      'muneem.conversion_id': body.conversionId,
      'http.response.status_code': status,
    },
  });
}

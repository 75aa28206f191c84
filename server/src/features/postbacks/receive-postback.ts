import { POSTBACK_VERDICTS, type PostbackVerdict } from '@muneem/contract/postbacks';
import { QueueFullError } from '#platform/batcher/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import { isRecorded, type ConversionVerdict, type ReversalVerdict } from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback, type RefusedPostback } from './judge-postback.ts';
import { refuse, refuseUnauthenticated, type PostbackReply, type RefuseDependencies } from './refuse-postback.ts';
import type { PostbackBatcher } from './store-postbacks.ts';
import type { ReversalQueue } from './store-reversal.ts';

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
  if (isRefused(judged)) {
    if (judged.verdict === 'bad_token') return refuseUnauthenticated(dependencies, postback, judged);
    const reply = refuse(dependencies, postback, judged);
    return judged.verdict === 'not_stored' ? { ...reply, retryAfterS: RETRY_AFTER_S } : reply;
  }
  try {
    return judged.reversal === undefined
      ? toReply(await dependencies.batcher.add(judged))
      : toReversalReply(await dependencies.reversals.add(judged));
  } catch (error) {
    const { clickId } = judged.conversion;
    if (!(error instanceof QueueFullError))
      dependencies.logger.error({ err: error, clickId }, 'a postback could not be stored');
    const eventKey = judged.conversion.eventName.toLowerCase();
    return {
      ...refuse(dependencies, postback, { verdict: 'not_stored', offerId: postback.offerId, eventKey, clickId }),
      retryAfterS: RETRY_AFTER_S,
    };
  }
}

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
    if (refused.verdict === 'bad_token') return refused;
    const { offerId, eventKey, clickId } = refused;
    return { verdict: 'not_stored', offerId, eventKey, clickId };
  }
  return judgePostback(dependencies, postback);
}

function toReversalReply(verdict: ReversalVerdict): PostbackReply {
  if (verdict.code !== 'reversed') return toReply(verdict);
  const { status, message } = POSTBACK_VERDICTS.reversed;
  const { code, conversionId, isRepeat } = verdict;
  return { status, body: { success: true, code, message, conversionId, duplicate: isRepeat, status: 'rejected' } };
}

function toReply(verdict: ConversionVerdict): PostbackReply {
  const { status, message } = POSTBACK_VERDICTS[verdict.code];
  if (!isRecorded(verdict)) {
    return {
      status,
      body: {
        success: false,
        code: verdict.code,
        message: verdict.message ?? message,
        ...(verdict.events && { events: verdict.events }),
      },
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

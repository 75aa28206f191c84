import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { QueueFullError } from '#platform/batcher/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { isRecorded, type ConversionVerdict, type ReversalVerdict } from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback } from './judge-postback.ts';
import { refuse, refuseStranger, type PostbackReply, type RefuseDependencies } from './refuse-postback.ts';
import type { PostbackBatcher } from './store-postbacks.ts';
import type { ReversalQueue } from './store-reversal.ts';

export interface ReceivePostbackDependencies extends RefuseDependencies {
  readonly batcher: PostbackBatcher;
  readonly reversals: ReversalQueue;
  readonly logger: Logger;
}

const RETRY_AFTER_S = 2;

/**
 * Token, sender, event, click id: all from memory. What passes goes to the batcher, and is answered when it is
 * committed. Whatever is refused here is logged without delaying anyone.
 */
export async function receivePostback(
  deps: ReceivePostbackDependencies,
  postback: InboundPostback,
): Promise<PostbackReply> {
  if (deps.offers.changing) await deps.offers.changing;
  const judged = judgePostback(deps, postback);
  if (isRefused(judged))
    return judged.verdict === 'bad_token' ? refuseStranger(deps, postback, judged) : refuse(deps, postback, judged);
  try {
    return judged.reversal === undefined
      ? toReply(await deps.batcher.add(judged))
      : toReversalReply(await deps.reversals.add(judged));
  } catch (error) {
    const { clickId } = judged.conversion;
    if (!(error instanceof QueueFullError))
      deps.logger.error({ err: error, clickId }, 'a postback could not be stored');
    const eventKey = judged.conversion.eventName.toLowerCase();
    return {
      ...refuse(deps, postback, { verdict: 'not_stored', offerId: postback.offerId, eventKey, clickId }),
      retryAfterS: RETRY_AFTER_S,
    };
  }
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

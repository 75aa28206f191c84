import { POSTBACK_VERDICTS, type PostbackVerdict } from '@muneem/contract/postbacks';
import { QueueFullError } from '#platform/batcher/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import { isRecorded, type ConversionVerdict, type ReversalVerdict } from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback, type RefusedPostback } from './judge-postback.ts';
import type { LoggedOutcome } from './log-entry.ts';
import { refuse, type PostbackReply, type RefuseDependencies } from './refuse-postback.ts';
import type { PostbackBatcher, PostbackToStore } from './store-postbacks.ts';
import type { ReversalQueue } from './store-reversal.ts';
import { tracePostback } from './trace-postback.ts';

export interface ReceivePostbackDependencies extends RefuseDependencies {
  readonly batcher: PostbackBatcher;
  readonly reversals: ReversalQueue;
  readonly clock: Clock;
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
  tracePostback(dependencies, judged, postback, reply);
  return reply;
}

async function store(dependencies: ReceivePostbackDependencies, item: PostbackToStore): Promise<PostbackReply> {
  try {
    return item.reversal === undefined
      ? toReply(await dependencies.batcher.add(item))
      : toReversalReply(await dependencies.reversals.add(item));
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

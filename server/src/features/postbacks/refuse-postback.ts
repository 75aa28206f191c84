import { POSTBACK_VERDICTS, type PostbackAnswer } from '@muneem/contract/postbacks';
import type { BadTokenLimit } from './bad-token-limit.ts';
import { onlyClickIdIn, type InboundPostback } from './inbound-postback.ts';
import { claimedClickId, reachOf, type JudgeDependencies, type RefusedPostback } from './judge-postback.ts';
import type { LogEntry } from './log-entry.ts';
import type { RefusedLog } from './refused-log.ts';

export interface RefuseDependencies extends JudgeDependencies {
  readonly badTokens: BadTokenLimit;
  readonly refusedLog: RefusedLog;
}

export interface PostbackReply {
  readonly status: number;
  readonly body: PostbackAnswer;
  readonly retryAfterS?: number;
}

type Refused = RefusedPostback & Pick<LogEntry, 'unreadable'>;

/** Logs the refusal without delaying the answer. */
export function refuse(
  { refusedLog }: RefuseDependencies,
  postback: InboundPostback,
  refused: Refused,
  isUnauthenticated = false,
): PostbackReply {
  const httpStatus = refused.httpStatus ?? POSTBACK_VERDICTS[refused.verdict].status;
  refusedLog.add({ ...refused, postback, httpStatus }, isUnauthenticated);
  return answerOf({ ...refused, httpStatus });
}

/** Refuses a postback without a valid token. Answers 429 beyond the rate limit. */
export function refuseUnauthenticated(
  dependencies: RefuseDependencies,
  postback: InboundPostback,
  refused: Refused,
): PostbackReply {
  const isNamed = postback.offerId !== undefined && dependencies.offers.get(postback.offerId) !== undefined;
  const tooMany = dependencies.badTokens.count(postback.ip, isNamed);
  if (!tooMany) return refuse(dependencies, postback, refused, true);
  const { retryAfterS, isLogged } = tooMany;
  const what = refused.verdict === 'bad_token' ? 'wrong tokens' : 'unreadable postbacks';
  const limited = { ...refused, httpStatus: 429, message: `Too many ${what}. Please wait.` };
  if (isLogged) return { ...refuse(dependencies, postback, limited, true), retryAfterS };
  dependencies.refusedLog.drop();
  return { ...answerOf(limited), retryAfterS };
}

/** Refuses a request that is not a postback. @param unreadable its body, if it was read */
export function refuseUnreadable(
  dependencies: RefuseDependencies,
  postback: InboundPostback,
  { httpStatus, unreadable }: { readonly httpStatus: number; readonly unreadable?: string },
): PostbackReply {
  const { offerId } = postback;
  const offer = offerId === undefined ? undefined : dependencies.offers.get(offerId);
  const clickId = claimedClickId(postback, offer) ?? onlyClickIdIn(unreadable ?? '');
  const refused: Refused = { verdict: 'malformed', httpStatus, unreadable, offerId, clickId };
  const isKnown = reachOf(dependencies.tokens, postback, offer) !== null;
  return isKnown ? refuse(dependencies, postback, refused) : refuseUnauthenticated(dependencies, postback, refused);
}

const answerOf = ({ message, events, verdict, httpStatus }: Refused & { httpStatus: number }): PostbackReply => ({
  status: httpStatus,
  body: {
    success: httpStatus < 300,
    code: verdict,
    message: message ?? POSTBACK_VERDICTS[verdict].message,
    ...(events && { events }),
  },
});

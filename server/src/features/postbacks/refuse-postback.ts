import { POSTBACK_VERDICTS, type PostbackAnswer } from '@muneem/contract/postbacks';
import type { BadTokenLimit } from './bad-token-limit.ts';
import type { InboundPostback } from './inbound-postback.ts';
import type { JudgeDependencies, RefusedPostback } from './judge-postback.ts';
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

/** Logs the refusal without delaying the answer. Without a valid token it answers 429 beyond the rate limit. */
export function refuse(
  { offers, badTokens, refusedLog }: RefuseDependencies,
  postback: InboundPostback,
  refused: RefusedPostback,
): PostbackReply {
  const { isAuthenticated, verdict } = refused;
  const tooMany = isAuthenticated
    ? undefined
    : badTokens.count(postback.ip, offers.get(postback.offerId ?? '') !== undefined);
  const what = verdict === 'bad_token' ? 'wrong tokens' : 'unreadable postbacks';
  const answered = tooMany ? { ...refused, httpStatus: 429, message: `Too many ${what}. Please wait.` } : refused;
  if (tooMany && !tooMany.isLogged) refusedLog.drop();
  else refusedLog.add({ ...answered, postback }, !isAuthenticated);
  const { message = POSTBACK_VERDICTS[verdict].message, httpStatus: status, events } = answered;
  const retryAfterS = tooMany?.retryAfterS ?? refused.retryAfterS;
  return {
    status,
    body: { success: status < 300, code: verdict, message, ...(events && { events }) },
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
}

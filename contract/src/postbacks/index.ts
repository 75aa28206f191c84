export { isUnfilled, STANDARD_CLICK_ID_PARAMS } from './click-id-params.ts';
export { EXPLAIN_MAX_LENGTH, explainPostback, POSTBACK_CHECK_LABELS, POSTBACK_CHECKS } from './explain.api.ts';
export type { PostbackCheck, PostbackExplanation } from './explain.api.ts';
export { previewReplay, REPLAY_AT_MOST, replayPostbacks } from './replay.api.ts';
export type { ReplayItem } from './replay.api.ts';
export { getInboundPostback, listInboundPostbacks } from './inbound-postbacks.api.ts';
export { inboundPostback, POSTBACK_LOG_PAGE, postbackVerdict } from './inbound-postbacks.ts';
export type { LoggedPostback, LoggedPostbackDetails } from './inbound-postbacks.ts';
export { CUSTOM_POSTBACK_MACROS } from './macros.ts';
export type { CustomPostbackMacro } from './macros.ts';
export { getPostbackUrls } from './postbacks.api.ts';
export {
  PENDING_STATUSES,
  REVERSAL_FLAGS,
  REVERSAL_STATUSES,
  SET_FLAG_VALUES,
  STATUS_PARAMS,
} from './reversal-words.ts';
export { VERDICT_MEANINGS } from './verdict-meanings.ts';
export { inboundPostbackPath, POSTBACK_VERDICTS } from './verdicts.ts';
export type { PostbackAnswer, PostbackVerdict } from './verdicts.ts';

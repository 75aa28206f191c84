export { isUnfilled, STANDARD_CLICK_ID_PARAMS } from './click-id-params.ts';
export { POSTBACK_CHECK_LABELS, POSTBACK_CHECKS } from './checks.ts';
export type { PostbackCheck } from './checks.ts';
export { EXPLAIN_MAX_LENGTH, explainPostback } from './explain.api.ts';
export type { PostbackExplanation } from './explain.api.ts';
export { previewReplay, REPLAY_AT_MOST, replayPostbacks } from './replay.api.ts';
export type { ReplayItem } from './replay.api.ts';
export { getInboundPostback, listInboundPostbacks } from './inbound-postbacks.api.ts';
export { inboundPostback, POSTBACK_LOG_PAGE, postbackVerdict } from './inbound-postbacks.ts';
export type { LoggedPostback, LoggedPostbackDetails } from './inbound-postbacks.ts';
export {
  CUSTOM_PARAMETERS,
  CUSTOM_POSTBACK_MACROS,
  eachParameter,
  fillMacros,
  macrosIn,
  urlProblem,
} from './macros.ts';
export type { CustomParameter, CustomPostbackMacro } from './macros.ts';
export { getPostbackUrls } from './postbacks.api.ts';
export { VERDICT_MEANINGS } from './verdict-meanings.ts';
export { fieldOfName, kindOfName, speaksOfState } from './state-names.ts';
export type { NameKind } from './state-names.ts';
export { inboundPostbackPath, POSTBACK_VERDICTS } from './verdicts.ts';
export type { PostbackAnswer, PostbackVerdict } from './verdicts.ts';

export { isUnfilled, STANDARD_CLICK_ID_PARAMS } from './click-id-params.ts';
export { CUSTOM_POSTBACK_MACROS } from './macros.ts';
export type { CustomPostbackMacro } from './macros.ts';
export { getPostbackUrls } from './postbacks.api.ts';
export { inboundPostbackPath, POSTBACK_VERDICTS } from './verdicts.ts';
export type { PostbackAnswer, PostbackVerdict } from './verdicts.ts';

export { CLICK_STATUSES, EXTRA_PARAMS_LIMIT, isUpiId, TRACKING_MACROS } from './clicks.ts';
export type { ClickStatus } from './clicks.ts';
export { fillTrackingUrl, trackingPath } from './clicks.ts';
export type { MacroValues } from './clicks.ts';

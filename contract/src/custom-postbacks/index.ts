export {
  CUSTOM_POSTBACK_DEFAULTS,
  CUSTOM_POSTBACK_LIMITS,
  CUSTOM_POSTBACK_STATUSES,
  CUSTOM_POSTBACK_TEXTS,
  HTTP_METHODS,
} from './custom-postback-rules.ts';
export type { AuthType, CustomPostbackStatus, PostbackMethod } from './custom-postback-rules.ts';
export { fillJson, fillUrl, findUnknownMacros, SAMPLE_MACROS, targetOf } from './custom-postback-template.ts';
export type { MacroValues } from './custom-postback-template.ts';
export { customPostbackInput, maskSecret, percent } from './custom-postbacks.ts';
export type {
  AuthenticationInput,
  CustomPostback,
  CustomPostbackChange,
  CustomPostbackInput,
  TestResult,
} from './custom-postbacks.ts';
export {
  createCustomPostback,
  deleteCustomPostback,
  getCustomPostback,
  getPostbackStats,
  listCustomPostbacks,
  testCustomPostback,
  toggleCustomPostback,
  updateCustomPostback,
} from './custom-postbacks.api.ts';
export { ATTEMPT_ERRORS, DELIVERY_STATUSES } from './deliveries.ts';
export type { AttemptError, Delivery, DeliveryAttempt, DeliveryStatus } from './deliveries.ts';
export {
  getDelivery,
  listDeliveries,
  MAX_DELIVERY_ROWS,
  resendDeliveries,
  resendDelivery,
  resendFailedDeliveries,
} from './deliveries.api.ts';

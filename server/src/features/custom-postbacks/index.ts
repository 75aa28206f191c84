export { createActiveCustomPostbacks } from './active-custom-postbacks.ts';
export type { ActiveCustomPostbacks } from './active-custom-postbacks.ts';
export { enqueueDeliveries } from './custom-postbacks.repository.ts';
export type { NewDelivery } from './custom-postbacks.repository.ts';
export { customPostbacksModule } from './custom-postbacks.module.ts';
export { POSTBACK_SECRETS } from './authentication.ts';
export { readRetryAfter, retryDelayMs } from './retry-delay.ts';

export { createActiveCustomPostbacks, enqueueDeliveries } from './active-custom-postbacks.repository.ts';
export type { ActiveCustomPostbacks, NewDelivery } from './active-custom-postbacks.repository.ts';
export { customPostbacksModule } from './custom-postbacks.module.ts';
export { DELIVERY_END } from './deliveries.repository.ts';
export { POSTBACK_SECRETS } from './authentication.ts';
export { readRetryAfter, retryDelayMs } from './retry-delay.ts';

export { createActiveCustomPostbacks } from './active-custom-postbacks.ts';
export type { ActiveCustomPostbacks } from './active-custom-postbacks.ts';
export { enqueueDeliveries } from './custom-postbacks.repository.ts';
export type { NewDelivery } from './custom-postbacks.repository.ts';
export { ensureAttemptPartitions } from './delivery-queue.repository.ts';
export { runCustomPostbacks } from './run-custom-postbacks.ts';

export { createActiveCustomPostbacks } from './active-custom-postbacks.ts';
export type { ActiveCustomPostback, ActiveCustomPostbacks } from './active-custom-postbacks.ts';
export { enqueueDeliveries } from './custom-postbacks.repository.ts';
export type { NewDelivery } from './custom-postbacks.repository.ts';

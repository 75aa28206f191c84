import type { RouteBodyInput } from '@muneem/contract/http';
import type { createOffer } from '@muneem/contract/offers';

type OfferBody = RouteBodyInput<typeof createOffer>;

/** The smallest offer, with these fields. It pays 150 coins for an install. */
export const offerBody = (title: string, fields: Partial<OfferBody> = {}) => ({
  title,
  description: 'Complete it.',
  coins: 150,
  type: 'install' as const,
  requirements: 'None.',
  trackingUrl: 'https://network.example/?c={click_id}',
  steps: [{ title: 'Do', description: 'It.' }],
  events: [{ eventName: 'install', eventPayout: 150 }],
  ...fields,
});

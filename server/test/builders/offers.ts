import type { OfferInput } from '@muneem/contract/offers';

/** The smallest body that POST /api/offers accepts, with what a test says on top. */
export const offerInput = (overrides: Readonly<Record<string, unknown>> = {}): Partial<OfferInput> => ({
  title: 'Rummy Stars',
  description: 'Install and play one round.',
  coins: 250,
  type: 'install',
  requirements: 'A new account.',
  trackingUrl: 'https://network.example/click?c={click_id}',
  steps: [{ title: 'Install', description: 'From the store.', isCompleted: false }],
  events: [
    { eventName: 'install', eventPayout: 0, eventCap: 1000, isRequired: true, description: '' },
    { eventName: 'deposit', eventPayout: 12.5, eventCap: 2, isRequired: true, description: 'First deposit' },
  ],
  ...overrides,
});

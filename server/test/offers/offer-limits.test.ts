// covers 000-3.3 000-5.18
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { offerInput } from '#test/builders/offers.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp();
const { call } = offerCalls(app);
afterAll(() => app.close());

const event = (values: object) => ({ events: [{ eventName: 'install', ...values }] });

/** The limits of docs/decisions/offers.md: the last accepted value, the first rejected one, and the error. */
test.each<[string, object, object, Record<string, string>]>([
  ['coins', { coins: 10_000_000 }, { coins: 10_000_001 }, { coins: 'Coins must be 1,00,00,000 or less' }],
  // covers 000-5.8
  ['fractions of a coin', { coins: 1 }, { coins: 1.5 }, { coins: 'Coins must be a whole number' }],
  ['the rating', { rating: 5 }, { rating: 5.1 }, { rating: 'Rating must be between 0 and 5' }],
  ['the lowest rating', { rating: 0 }, { rating: -0.1 }, { rating: 'Rating must be between 0 and 5' }],
  ['rating decimals', { rating: 4.2 }, { rating: 4.25 }, { rating: 'Rating can have at most one decimal' }],
  ['an event name', event({}), event({ eventName: ' ' }), { 'events.0.eventName': 'Event name is required' }],
  [
    'a payout',
    event({ eventPayout: 10_000_000 }),
    event({ eventPayout: 10_000_000.01 }),
    { 'events.0.eventPayout': 'Payout must be ₹1,00,00,000 or less' },
  ],
  [
    'fractions of a paisa',
    event({ eventPayout: 0.12 }),
    event({ eventPayout: 0.125 }),
    { 'events.0.eventPayout': 'Payout can have at most two decimals' },
  ],
  [
    'a daily cap',
    event({ eventCap: 1_000_000_000 }),
    event({ eventCap: 1_000_000_001 }),
    { 'events.0.eventCap': 'Daily cap must be 1,00,00,00,000 or less' },
  ],
  [
    'fractions of a daily cap',
    event({ eventCap: 1 }),
    event({ eventCap: 1.5 }),
    { 'events.0.eventCap': 'Daily cap must be a whole number of at least 1' },
  ],
])('enforces the limit of %s, with an error at the field', async (_, taken, refused, errors) => {
  expect((await call('POST', '/api/offers', offerInput({ ...taken }))).status).toBe(200);
  const { status, body } = await call('POST', '/api/offers', offerInput({ ...refused }));
  expect([status, body['errors']]).toEqual([400, errors]);
});

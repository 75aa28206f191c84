// covers 000-5.20
import { describe, expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp();
const { call } = offerCalls(app);

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example","x")',
  '@SUM(1+1)',
  'مرحبا \u202eright to left',
  '🎁👨‍👩‍👧‍👦 e\u0301',
  "'; drop table offers; --",
  '%_\\ ${title} {{click_id}}',
];

/** Each text field of an offer: how to send it, how to read it, and its limit. */
const FIELDS: readonly [string, (text: string) => object, (offer: Offer) => unknown, number][] = [
  ['title', (title) => ({ title }), (offer) => offer.title, 200],
  ['description', (description) => ({ description }), (offer) => offer.description, 5_000],
  ['requirements', (requirements) => ({ requirements }), (offer) => offer.requirements, 5_000],
  ['developer', (developer) => ({ developer }), (offer) => offer.developer, 200],
  ['downloads', (downloads) => ({ downloads }), (offer) => offer.downloads, 200],
  ['deadline', (deadline) => ({ deadline }), (offer) => offer.deadline, 200],
  ['postbackToken', (postbackToken) => ({ postbackToken }), (offer) => offer.postbackToken, 256],
  ['steps.0.title', (title) => ({ steps: [{ title, description: 'd' }] }), (offer) => offer.steps[0]?.title, 200],
  [
    'steps.0.description',
    (description) => ({ steps: [{ title: 't', description }] }),
    (offer) => offer.steps[0]?.description,
    5_000,
  ],
  ['events.0.eventName', (eventName) => ({ events: [{ eventName }] }), (offer) => offer.events[0]?.eventName, 200],
  [
    'events.0.description',
    (description) => ({ events: [{ eventName: 'install', description }] }),
    (offer) => offer.events[0]?.description,
    5_000,
  ],
];

const refusal = async (overrides: object): Promise<Record<string, string>> => {
  const { status, body } = await call<{ errors: Record<string, string> }>(
    'POST',
    '/api/offers',
    offerInput({ ...overrides }),
  );
  expect(status).toBe(400);
  return body.errors;
};

test.each(HOSTILE)('keeps %s as plain text in every field', async (text) => {
  const nested = {
    steps: [{ title: text, description: text }],
    events: [{ eventName: text, description: text }],
  };
  const fields = Object.assign({}, ...FIELDS.map(([, send]) => send(text)), nested) as object;
  const { body } = await call<{ offer: Offer }>('POST', '/api/offers', offerInput({ ...fields }));
  const stored = await call<Offer>('GET', `/api/offers/${body.offer._id}`);
  for (const [path, , read] of FIELDS) expect([read(body.offer), read(stored.body)], path).toEqual([text, text]);
});

test.each(FIELDS)('limits the field %s with a message that names the limit', async (path, send, _read, limit) => {
  expect((await call('POST', '/api/offers', offerInput({ ...send('😀'.repeat(limit / 2)) }))).status).toBe(200);
  const message = `Use at most ${limit.toLocaleString('en-IN')} characters`;
  expect(await refusal(send('x'.repeat(10_000)))).toEqual({ [path]: message });
});

describe('URLs and IP lists', () => {
  test.each<[string, string, string]>([
    ['trackingUrl', 'javascript:alert("{click_id}")', 'Tracking URL must start with http:// or https://'],
    ['trackingUrl', '=HYPERLINK("{click_id}")', 'Tracking URL must start with http:// or https://'],
    ['pollUrl', 'data:text/html,<script>{click_id}</script>', 'Status URL must start with http:// or https://'],
    ...['javascript:alert(1)', 'data:text/html,<script>', '/images/../secret', '/images/abc'].map(
      (text): [string, string, string] => ['image', text, 'Image URL must start with http:// or https://'],
    ),
  ])('%s rejects %s', async (field, text, message) => {
    expect(await refusal({ [field]: text })).toEqual({ [field]: message });
  });

  test.each([
    ['trackingUrl', 4_000],
    ['pollUrl', 4_000],
    ['image', 4_000],
  ])('%s rejects 10,000 characters with a message that names the limit', async (field, limit) => {
    const url = `https://a.example/{click_id}/${'x'.repeat(10_000)}`;
    expect(await refusal({ [field]: url })).toEqual({
      [field]: `Use at most ${limit.toLocaleString('en-IN')} characters`,
    });
  });

  test('keeps emoji, right-to-left text and a formula in the query of a tracking URL', async () => {
    const trackingUrl = 'https://a.example/?c={click_id}&t=مرحبا🎁&f==HYPERLINK(1)';
    const { body } = await call<{ offer: Offer }>('POST', '/api/offers', offerInput({ trackingUrl }));
    expect(body.offer.trackingUrl).toBe(trackingUrl);
  });
});

test.each(['status', 'chargeback', 'is_reversed', 'Success', 'test'])(
  'rejects the parameter name %s, whose value would decide whether an event is paid',
  async (name) => {
    const reason = 'The name speaks of a state, so its value would decide whether an event is paid. Use another name.';
    expect(await refusal({ customClickIdParams: ['tid', name] })).toEqual({
      customClickIdParams: `Parameter names that cannot hold a click id: ${name}. ${reason}`,
    });
  },
);

// covers 000-5.13
test.each(HOSTILE.slice(0, 7))('rejects the parameter name %s', async (name) => {
  const message = `Invalid parameter names: ${name}. Only letters, numbers, underscores, and hyphens are allowed.`;
  expect(await refusal({ customClickIdParams: [name] })).toEqual({ customClickIdParams: message });
});

test('applies the length limit to an event name in a flat field', async () => {
  const flat = (event1: string) => ({ events: undefined, event1 });
  expect(await refusal(flat('x'.repeat(10_000)))).toEqual({ 'events.0.eventName': 'Use at most 200 characters' });
});

// covers 000-3.3 000-5.18
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

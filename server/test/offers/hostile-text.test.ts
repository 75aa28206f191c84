// covers 000-5.20
import { afterAll, describe, expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp();
const { call } = offerCalls(app);
afterAll(() => app.close());

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

describe.each(FIELDS)('the field %s', (path, send, read, limit) => {
  test.each(HOSTILE)('keeps %s as plain text', async (text) => {
    const { body } = await call<{ offer: Offer }>('POST', '/api/offers', offerInput({ ...send(text) }));
    expect(read(body.offer)).toBe(text);
    expect(read((await call<Offer>('GET', `/api/offers/${body.offer._id}`)).body)).toBe(text);
  });

  test(`accepts ${limit} characters, and rejects 10,000 with a message that names the limit`, async () => {
    const full = await call<{ offer: Offer }>('POST', '/api/offers', offerInput({ ...send('😀'.repeat(limit / 2)) }));
    expect(full.status).toBe(200);
    const message = `Use at most ${limit.toLocaleString('en-IN')} characters`;
    expect(await refusal(send('x'.repeat(10_000)))).toEqual({ [path]: message });
  });
});

describe('URLs and IP lists', () => {
  test.each([
    ['trackingUrl', 'javascript:alert("{click_id}")', 'Tracking URL must start with http:// or https://'],
    ['trackingUrl', '=HYPERLINK("{click_id}")', 'Tracking URL must start with http:// or https://'],
    ['pollUrl', 'data:text/html,<script>{click_id}</script>', 'Status URL must start with http:// or https://'],
    ['image', 'javascript:alert(1)', 'Image URL must start with http:// or https://'],
    ['ipWhitelist', '<script>alert(1)</script>', '"<script>alert(1)</script>" is not an IP address or range'],
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

// covers 000-5.13
test.each(HOSTILE.slice(0, 7))('rejects the parameter name %s', async (name) => {
  const message = `Invalid parameter names: ${name}. Only letters, numbers, underscores, and hyphens are allowed.`;
  expect(await refusal({ customClickIdParams: [name] })).toEqual({ customClickIdParams: message });
});

test('applies the length limit to an event name in a flat field', async () => {
  const flat = (event1: string) => ({ events: undefined, event1 });
  expect(await refusal(flat('x'.repeat(10_000)))).toEqual({ 'events.0.eventName': 'Use at most 200 characters' });
});

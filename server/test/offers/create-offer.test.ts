// covers 000-2.39 000-5.7 000-6.8
import { describe, expect, test } from 'vitest';
import type { Offer, OfferSummary } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
const { call, createOffer } = offerCalls(app, await openAdminSession(app, 'asha@example.com'));

const step = { title: 'Install', description: 'From the store.' };
const storedStep = { id: 1, ...step, isCompleted: false };
const storedEvent = (eventName: string, facts: object = {}) => ({
  _id: expect.any(Number) as number,
  eventName,
  eventPayout: 0,
  revenue: null,
  eventCap: 1000,
  eventCount: 0,
  eventOrder: 1,
  isRequired: true,
  description: '',
  ...facts,
});

const refusal = async (overrides: Readonly<Record<string, unknown>>) => {
  const { status, body } = await call<{ errors?: Record<string, string>; code: string }>(
    'POST',
    '/api/offers',
    offerInput(overrides),
  );
  expect(status).toBe(400);
  expect(body.code).toBe('validation_failed');
  return body.errors;
};

describe('creating an offer', () => {
  // covers 000-3.3 000-3.4 000-3.7 000-3.8 001-3.13
  test('returns the whole offer with its defaults, and its first three events as flat fields', async () => {
    const offer = await createOffer();
    expect(offer).toEqual({
      _id: expect.stringMatching(/^ofr_[0-9A-Z]{26}$/),
      title: 'Rummy Stars',
      description: 'Install and play one round.',
      coins: 250,
      type: 'install',
      offerCategory: 'regular',
      requirements: 'A new account.',
      image: '',
      developer: '',
      rating: 4,
      downloads: '',
      category: '',
      trackingUrl: 'https://network.example/click?c={click_id}',
      pollUrl: '',
      hasPostbackToken: false,
      postbackToken: '',
      customClickIdParams: [],
      deadline: '7 days',
      steps: [storedStep],
      isActive: true,
      events: [
        storedEvent('install'),
        storedEvent('deposit', { eventPayout: 12.5, eventCap: 2, eventOrder: 2, description: 'First deposit' }),
      ],
      event1: 'install',
      epo1: 0,
      ecap1: 1000,
      event1Count: 0,
      event2: 'deposit',
      epo2: 12.5,
      ecap2: 2,
      event2Count: 0,
      event3: '',
      epo3: 0,
      ecap3: 1000,
      event3Count: 0,
      ipWhitelistSwitch: 'inactive',
      ipWhitelist: '',
      ipBlock: 'inactive',
      rewardLimit: 'each_click',
      network: null,
      completedCount: 0,
      completedBy: [],
      version: 1,
      createdAt: '2026-11-21T06:00:00.000Z',
      updatedAt: '2026-11-21T06:00:00.000Z',
    });
  });

  // covers 000-6.8
  test('trims the tracking URL', async () => {
    const { trackingUrl } = await createOffer({ trackingUrl: ' \t https://network.example/go?c={click_id} \n' });
    expect(trackingUrl).toBe('https://network.example/go?c={click_id}');
  });

  // covers 000-3.3 000-3.7
  test('applies defaults to steps and events: not completed, payout 0, 1000 a day, not required', async () => {
    const { steps, events } = await createOffer({ steps: [step], events: [{ eventName: 'install' }] });
    expect(steps).toEqual([storedStep]);
    expect(events).toEqual([storedEvent('install', { isRequired: false })]);
  });

  // covers 000-3.9
  test('reads events from the flat fields of an old client: two required, the third optional', async () => {
    const offer = await createOffer({
      events: undefined,
      event1: 'install',
      epo1: 5,
      event2: 'signup',
      epo2: 7.25,
      ecap2: 9,
      event3: 'order',
    });
    expect(
      offer.events.map(({ eventName, eventPayout, eventCap, isRequired }) => [
        eventName,
        eventPayout,
        eventCap,
        isRequired,
      ]),
    ).toEqual([
      ['install', 5, 1000, true],
      ['signup', 7.25, 9, true],
      ['order', 0, 1000, false],
    ]);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no title', { title: '  ' }, { title: 'Title is required' }],
    ['no description', { description: '' }, { description: 'Description is required' }],
    // covers 000-5.8
    ['no coins', { coins: 0 }, { coins: 'Coins must be greater than 0' }],
    // covers 000-5.8
    ['negative coins', { coins: -5 }, { coins: 'Coins must be greater than 0' }],
    ['coins as text', { coins: '0x10' }, { coins: 'Coins must be greater than 0' }],
    ['no requirements', { requirements: '' }, { requirements: 'Requirements are required' }],
    ['no type', { type: '' }, { type: 'Offer type is required' }],
    [
      // covers 000-3.4
      'a prime category with a regular type',
      { offerCategory: 'prime' },
      { type: 'Choose a type that belongs to the offer category' },
    ],
    ['no tracking URL', { trackingUrl: '' }, { trackingUrl: 'Tracking URL is required' }],
    [
      // covers 000-5.9
      'a tracking URL without the macro',
      { trackingUrl: 'https://a.example' },
      { trackingUrl: 'Tracking URL must include {click_id} placeholder' },
    ],
    [
      'a status URL without the macro',
      { pollUrl: 'https://a.example' },
      { pollUrl: 'Status URL must include {click_id} placeholder' },
    ],
    [
      'a tracking URL copied from HTML',
      { trackingUrl: 'https://a.example/?c={click_id}&amp;s={p1}' },
      { trackingUrl: 'Write & instead of &amp;' },
    ],
    [
      'a status URL with a dollar sign before its macro',
      { pollUrl: 'https://a.example/?c=${click_id}' },
      { pollUrl: 'Write macros in braces without a dollar sign, such as {click_id}' },
    ],
    [
      'a tracking URL whose macro was encoded twice',
      { trackingUrl: 'https://a.example/?c=%257Bclick_id%257D' },
      { trackingUrl: 'Tracking URL must include {click_id} placeholder' },
    ],
    [
      // covers 000-5.10
      'a short token',
      { postbackToken: '1234567' },
      { postbackToken: 'Postback token should be at least 8 characters' },
    ],
    [
      // covers 000-5.11
      'an empty step',
      {
        steps: [
          { title: 'a', description: 'b' },
          { title: '', description: 'b' },
        ],
      },
      { 'steps.1.title': 'All steps must have a title and description' },
    ],
    // covers 000-5.11
    ['no step', { steps: [] }, { steps: 'Add at least one step' }],
    [
      // covers 000-5.11
      'seven steps',
      { steps: Array.from({ length: 7 }, () => ({ title: 'a', description: 'b' })) },
      { steps: 'An offer has at most 6 steps' },
    ],
    // covers 000-5.12
    ['no event', { events: [] }, { events: 'Add at least one event' }],
    ['neither events nor flat fields', { events: undefined }, { events: 'Add at least one event' }],
    [
      // covers 000-5.12
      'a negative payout',
      { events: [{ eventName: 'a', eventPayout: -1 }] },
      { 'events.0.eventPayout': 'Payout must be 0 or more' },
    ],
    [
      // covers 000-5.12
      'a cap of 0',
      { events: [{ eventName: 'a', eventCap: 0 }] },
      { 'events.0.eventCap': 'Daily cap must be a whole number of at least 1' },
    ],
    [
      // covers 000-2.35
      'a whitelist with an invalid entry',
      { ipWhitelist: '10.0.0.1, nobody' },
      { ipWhitelist: '"nobody" is not an IP address or range' },
    ],
    [
      // covers 000-2.35
      'an empty active whitelist',
      { ipWhitelistSwitch: 'active' },
      { ipWhitelist: 'Enter at least one IP address, or switch the whitelist off' },
    ],
  ])('rejects %s with a message for the field', async (_, overrides, errors) => {
    expect(await refusal(overrides)).toEqual(errors);
  });
});

test('reads an IP list with blanks, semicolons and new lines between its entries', async () => {
  const ipWhitelist = '10.0.0.1;10.0.0.2\n192.0.2.0/24 2001:db8::1,\t198.51.100.7';
  expect((await createOffer({ ipWhitelist })).ipWhitelist).toBe(
    '10.0.0.1, 10.0.0.2, 192.0.2.0/24, 2001:db8::1, 198.51.100.7',
  );
});

describe('the postback token', () => {
  // covers 000-5.10
  test('accepts exactly 8 characters', async () => {
    expect((await createOffer({ postbackToken: '12345678' })).postbackToken).toBe('12345678');
  });

  test('appears only in the single offer, and is unreadable in database and audit log', async () => {
    const { _id } = await createOffer({ postbackToken: 'hush-hush-1' });
    const list = await call<OfferSummary[]>('GET', '/api/offers/regular');
    expect(JSON.stringify(list.body)).not.toContain('hush-hush-1');
    expect(list.body.find((offer) => offer._id === _id)?.hasPostbackToken).toBe(true);
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body.postbackToken).toBe('hush-hush-1');
    const [stored] = await app.database.query<{ text: string }>(
      sql`select o::text as text from offers o where id = ${_id}`,
    );
    expect(stored?.text).not.toContain('hush-hush-1');
    const audit = await app.database.query<{ text: string }>(
      sql`select a::text as text from audit_log a where entity_id = ${_id}`,
    );
    expect(audit).toHaveLength(1);
    expect(audit[0]?.text).not.toContain('hush-hush-1');
  });

  test('stays when a change omits it, and is removed when it is empty', async () => {
    const { _id } = await createOffer({ postbackToken: 'hush-hush-2' });
    const kept = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput());
    expect(kept.body.offer.postbackToken).toBe('hush-hush-2');
    const gone = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput({ postbackToken: '' }));
    expect(gone.body.offer).toMatchObject({ postbackToken: '', hasPostbackToken: false });
  });
});

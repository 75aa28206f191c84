import type { Offer } from '@muneem/contract/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
beforeAll(async () => {
  app = await createPostbackApp();
});
afterAll(() => app.close());

// covers 001-3.13 001-7.18
test('returns the offer of a postback screen with title, events, and event1 to event3', async () => {
  const event = (eventName: string, description: string) => ({
    eventName,
    description,
    eventPayout: 1,
    eventCap: 10,
    isRequired: false,
  });
  const offerId = await app.createOffer({
    title: 'Tracked wallet',
    events: [
      event('install', 'First start'),
      event('KYC', 'Papers are in'),
      event('deposit', ''),
      event('level 10', 'Ten levels'),
    ],
  });
  const response = await app.call<Offer>('GET', `/api/offers/${offerId}`);
  const offer = response.body;
  expect(offer).toMatchObject({ title: 'Tracked wallet', event1: 'install', event2: 'KYC', event3: 'deposit' });
  expect(offer.events.map(({ eventName, description }) => [eventName, description])).toEqual([
    ['install', 'First start'],
    ['KYC', 'Papers are in'],
    ['deposit', ''],
    ['level 10', 'Ten levels'],
  ]);
});

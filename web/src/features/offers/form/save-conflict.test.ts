import type { Offer } from '@muneem/contract/offers';
import { expect, test } from 'vitest';
import { offerToValues } from './form-values.ts';
import { differences } from './save-conflict.tsx';

const OFFER: Offer = {
  _id: 'ofr_1',
  title: 'Rummy',
  description: 'Play.',
  coins: 100,
  type: 'install',
  offerCategory: 'regular',
  requirements: 'None.',
  image: '',
  developer: '',
  rating: 4,
  downloads: '',
  category: '',
  trackingUrl: 'https://a.example/{click_id}',
  pollUrl: '',
  hasPostbackToken: false,
  customClickIdParams: ['tid'],
  deadline: '7 days',
  steps: [{ id: 1, title: 'Install', description: 'It.', isCompleted: false }],
  isActive: true,
  events: [
    {
      _id: 1,
      eventName: 'install',
      eventPayout: 5,
      eventCap: 10,
      eventCount: 3,
      eventOrder: 1,
      isRequired: true,
      description: '',
    },
  ],
  event1: 'install',
  epo1: 5,
  ecap1: 10,
  event1Count: 3,
  event2: '',
  epo2: 0,
  ecap2: 1000,
  event2Count: 0,
  event3: '',
  epo3: 0,
  ecap3: 1000,
  event3Count: 0,
  ipWhitelistSwitch: 'inactive',
  ipWhitelist: '',
  ipBlock: 'inactive',
  completedCount: 0,
  version: 3,
  createdAt: '',
  updatedAt: '',
  postbackToken: '',
  completedBy: [],
};

test('two versions that only differ in counts and parameters say the same', () => {
  const theirs: Offer = {
    ...OFFER,
    version: 4,
    customClickIdParams: [],
    events: OFFER.events.map((event) => ({ ...event, eventCount: 9 })),
  };
  expect(differences(offerToValues(OFFER), theirs)).toEqual([]);
});

test('every changed field stands with both values', () => {
  const theirs: Offer = {
    ...OFFER,
    coins: 200,
    isActive: false,
    events: OFFER.events.map((event) => ({ ...event, eventPayout: 7.5 })),
  };
  expect(differences(offerToValues(OFFER), theirs)).toEqual([
    { label: 'Coins', mine: '100', theirs: '200' },
    { label: 'Active', mine: 'Yes', theirs: 'No' },
    { label: 'Event Management', mine: 'install ₹5.00, cap 10, required', theirs: 'install ₹7.50, cap 10, required' },
  ]);
});

import { OFFER_DEFAULTS, type Offer } from '@muneem/contract/offers';
import { expect, test } from 'vitest';
import { offerToValues } from './form-values.ts';
import { differences } from './save-conflict.ts';

const OFFER = {
  ...OFFER_DEFAULTS,
  _id: 'ofr_1',
  title: 'Rummy',
  coins: 100,
  type: 'install',
  customClickIdParams: ['tid'],
  steps: [{ id: 1, title: 'Install', description: 'It.', isCompleted: false }],
  events: [
    {
      _id: 1,
      eventName: 'install',
      eventPayout: 5,
      revenue: null,
      eventCap: 10,
      eventCount: 3,
      eventOrder: 1,
      isRequired: true,
      description: '',
    },
  ],
  version: 3,
} as unknown as Offer;

test('ignores counts and parameters', () => {
  const theirs: Offer = {
    ...OFFER,
    version: 4,
    customClickIdParams: [],
    events: OFFER.events.map((event) => ({ ...event, eventCount: 9 })),
  };
  expect(differences(offerToValues(OFFER), theirs)).toEqual([]);
});

test('lists each changed field with both values', () => {
  const theirs: Offer = {
    ...OFFER,
    coins: 200,
    isActive: false,
    network: 'net_1',
    events: OFFER.events.map((event) => ({ ...event, eventPayout: 7.5, revenue: 9 })),
  };
  expect(differences(offerToValues(OFFER), theirs, new Map([['net_1', 'Adjoe']]))).toEqual([
    { label: 'Coins', mine: '100', theirs: '200' },
    { label: 'Active', mine: 'Yes', theirs: 'No' },
    {
      label: 'Event Management',
      mine: 'install ₹5.00, cap 10, required',
      theirs: 'install ₹7.50, revenue ₹9.00, cap 10, required',
    },
    { label: 'Network', mine: '', theirs: 'Adjoe' },
  ]);
});

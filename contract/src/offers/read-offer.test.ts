import { expect, it } from 'vitest';
import { readOffer } from './index.ts';

const OFFER = { _id: 'o1', title: 'Rummy', coins: 50, type: 'prime' };
const read = (more: object) => readOffer.answer.parse({ ...OFFER, ...more });

it('fills in the defaults of the specification', () => {
  expect(read({})).toMatchObject({
    offerCategory: 'prime',
    rating: 4,
    deadline: '7 days',
    isActive: true,
    ipWhitelistSwitch: 'inactive',
    steps: [{ title: '', description: '', isCompleted: false }],
    events: [],
  });
  expect(read({ deadline: '', rating: 0, isActive: false })).toMatchObject({
    deadline: '',
    rating: 0,
    isActive: false,
  });
});

it('prefers the event list, sorts it by eventOrder, and keeps only its own ids', () => {
  const events = [
    { _id: '64f0', eventName: 'deposit', eventOrder: 2 },
    { _id: 7, eventName: 'install', eventOrder: 1 },
  ];
  expect(read({ events, event1: 'register' }).events).toMatchObject([
    { _id: 7, eventName: 'install', eventPayout: 0, eventCap: 1000 },
    { _id: undefined, eventName: 'deposit' },
  ]);
});

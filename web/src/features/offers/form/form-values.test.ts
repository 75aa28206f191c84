import { OFFER_DEFAULTS, type Offer } from '@muneem/contract/offers';
import { expect, test } from 'vitest';
import {
  emptyStep,
  formErrors,
  newOfferValues,
  offerToValues,
  rewardLimitOf,
  valuesToBody,
  type OfferFormValues,
} from './form-values.ts';

const filled = (changes: Partial<OfferFormValues> = {}): OfferFormValues => {
  const values = newOfferValues('regular');
  return {
    ...values,
    title: 'Rummy Stars',
    description: 'Install and play.',
    coins: 250,
    type: 'install',
    requirements: 'A new account.',
    trackingUrl: ' https://network.example/click?c={click_id} ',
    steps: [{ ...emptyStep(), title: 'Install', description: 'From the store.' }],
    events: values.events.map((event) => ({ ...event, eventName: 'install' })),
    ...changes,
  };
};

test('asks for an emptied payout or cap instead of taking the default', () => {
  const { events } = filled();
  expect(formErrors(filled({ events: events.map((event) => ({ ...event, eventPayout: '', eventCap: '' })) }))).toEqual({
    'events.0.eventPayout': 'Payout must be 0 or more',
    'events.0.eventCap': 'Daily cap must be a whole number of at least 1',
  });
});

// covers 000-5.13
test('refuses bad parameter names on a new offer and ignores them in edit mode', () => {
  const values = filled({ customClickIdParams: 'click, a b, , c!' });
  expect(formErrors(values)).toEqual({
    customClickIdParams:
      'Invalid parameter names: a b, c!. Only letters, numbers, underscores, and hyphens are allowed.',
  });
  expect(formErrors(values, 3)).toEqual({});
});

test('refuses a parameter name that speaks of a state', () => {
  expect(formErrors(filled({ customClickIdParams: 'click, ok, status' }))).toEqual({
    customClickIdParams:
      'Parameter names that cannot hold a click id: ok, status. The name speaks of a state, so its value would decide whether an event is paid. Use another name.',
  });
});

test('chooses how often an offer pays one user by its type, until it is chosen by hand', () => {
  const limits = ['daily', 'video', 'install', 'share', 'prime', ''].map((type) => rewardLimitOf(filled({ type })));
  expect(limits).toEqual(['daily', 'each_click', 'once', 'each_click', 'once', 'each_click']);
  expect(valuesToBody(filled())).toMatchObject({ rewardLimit: 'once' });
  expect(valuesToBody(filled({ rewardLimit: 'each_click' }))).toMatchObject({ rewardLimit: 'each_click' });
});

test('sends an empty revenue as unknown, and refuses a text', () => {
  const { events } = filled();
  const withRevenue = (revenue: number | string) => filled({ events: events.map((event) => ({ ...event, revenue })) });
  const sent = ['', 0, 20.5].map(
    (revenue) => (valuesToBody(withRevenue(revenue))['events'] as { revenue: unknown }[])[0]?.revenue,
  );
  expect(sent).toEqual([null, 0, 20.5]);
  expect(formErrors(withRevenue('x'))).toEqual({ 'events.0.revenue': 'Revenue must be 0 or more' });
});

// covers 000-3.9
test('builds the events of an old offer from its flat fields', () => {
  const flat = {
    event1: 'install',
    epo1: 5,
    ecap1: 10,
    event1Count: 3,
    event2: 'signup',
    event3: 'deposit',
    epo3: 7.5,
  };
  const old = { ...OFFER_DEFAULTS, _id: 'ofr_1', title: 'Old Rummy', coins: 50, type: 'install', ...flat };
  expect(offerToValues({ ...old, steps: [], events: [] } as unknown as Offer).events).toMatchObject([
    { eventName: 'install', eventPayout: 5, eventCap: 10, isRequired: true, revenue: '' },
    { eventName: 'signup', eventPayout: 0, eventCap: 1_000, isRequired: true },
    { eventName: 'deposit', eventPayout: 7.5, eventCap: 1_000, isRequired: false },
  ]);
});

import { offerInput } from '@muneem/contract/offers';
import { expect, test } from 'vitest';
import { emptyStep, formErrors, newOfferValues, valuesToBody, type OfferFormValues } from './form-values.ts';

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

// covers 000-5.7
test("an empty form names every required field in the specification's words", () => {
  expect(formErrors(newOfferValues('regular'))).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    coins: 'Coins must be greater than 0',
    type: 'Offer type is required',
    requirements: 'Requirements are required',
    trackingUrl: 'Tracking URL is required',
    'steps.0.title': 'All steps must have a title and description',
    'steps.0.description': 'All steps must have a title and description',
    'events.0.eventName': 'Event name is required',
  });
});

// covers 000-3.3
test('a new form has the defaults of the specification: rating 4, 7 days, active, one step that is not completed', () => {
  expect(newOfferValues('regular')).toMatchObject({ rating: 4, deadline: '7 days', isActive: true });
  expect(newOfferValues('prime').steps).toEqual([
    { key: expect.any(String), title: '', description: '', isCompleted: false },
  ]);
});

// covers 000-2.39
test('a filled form has no complaint and a prime offer needs no choice of type', () => {
  expect(formErrors(filled())).toEqual({});
  expect(formErrors(filled({ offerCategory: 'prime', type: newOfferValues('prime').type }))).toEqual({});
});

test('an emptied payout or cap is asked for, not taken as the default', () => {
  const { events } = filled();
  expect(formErrors(filled({ events: events.map((event) => ({ ...event, eventPayout: '', eventCap: '' })) }))).toEqual({
    'events.0.eventPayout': 'Payout must be 0 or more',
    'events.0.eventCap': 'Daily cap must be a whole number of at least 1',
  });
});

// covers 000-5.13
test('bad parameter names block a new offer and are not looked at in edit mode', () => {
  const values = filled({ customClickIdParams: 'ok, a b, , c!' });
  expect(formErrors(values)).toEqual({
    customClickIdParams:
      'Invalid parameter names: a b, c!. Only letters, numbers, underscores, and hyphens are allowed.',
  });
  expect(formErrors(values, 3)).toEqual({});
});

// covers 000-6.9
test('the body of a new offer carries its parameters, that of a change its version', () => {
  const values = filled({ customClickIdParams: 'tid, sub-id,' });
  expect(valuesToBody(values)).toMatchObject({ customClickIdParams: ['tid', 'sub-id'], coins: 250 });
  expect(valuesToBody(values)).not.toHaveProperty('version');
  expect(valuesToBody(values, 3)).toMatchObject({ version: 3 });
  expect(valuesToBody(values, 3)).not.toHaveProperty('customClickIdParams');
});

// covers 000-6.8
test('the body of an offer says coins as a number and the tracking URL without the blanks around it', () => {
  for (const version of [undefined, 3]) {
    const body = offerInput.parse(valuesToBody(filled({ coins: '250' }), version));
    expect(body.coins).toBe(250);
    expect(body.trackingUrl).toBe('https://network.example/click?c={click_id}');
  }
});

// covers 000-5.12
test('events are numbered by their place', () => {
  const [event] = filled().events;
  const two = filled({ events: [event!, { ...event!, key: 'k', eventName: 'deposit' }] });
  expect(offerInput.parse(valuesToBody(two)).events).toMatchObject([
    { eventName: 'install', eventOrder: 1 },
    { eventName: 'deposit', eventOrder: 2 },
  ]);
});

// covers 000-5.11
test('steps are numbered by their place and a chosen file is sent only when there is one', () => {
  const two = filled({ steps: [...filled().steps, { ...emptyStep(), title: 'Play', description: 'One round.' }] });
  expect((valuesToBody(two)['steps'] as { id: number }[]).map((step) => step.id)).toEqual([1, 2]);
  expect(valuesToBody(two)).not.toHaveProperty('imageData');
  expect(valuesToBody(filled({ imageData: 'data:image/png;base64,AAAA' }))).toHaveProperty('imageData');
});

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
test("names every required field of an empty form in the specification's words", () => {
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
test('starts a new form with the defaults of the specification: rating 4, 7 days, active, one open step', () => {
  expect(newOfferValues('regular')).toMatchObject({ rating: 4, deadline: '7 days', isActive: true });
  expect(newOfferValues('prime').steps).toEqual([
    { key: expect.any(String), title: '', description: '', isCompleted: false },
  ]);
});

// covers 000-2.39
test('accepts a filled form, and a prime offer without a chosen type', () => {
  expect(formErrors(filled())).toEqual({});
  expect(formErrors(filled({ offerCategory: 'prime', type: newOfferValues('prime').type }))).toEqual({});
});

test('asks for an emptied payout or cap instead of taking the default', () => {
  const { events } = filled();
  expect(formErrors(filled({ events: events.map((event) => ({ ...event, eventPayout: '', eventCap: '' })) }))).toEqual({
    'events.0.eventPayout': 'Payout must be 0 or more',
    'events.0.eventCap': 'Daily cap must be a whole number of at least 1',
  });
});

// covers 000-5.13
test('refuses bad parameter names on a new offer and ignores them in edit mode', () => {
  const values = filled({ customClickIdParams: 'ok, a b, , c!' });
  expect(formErrors(values)).toEqual({
    customClickIdParams:
      'Invalid parameter names: a b, c!. Only letters, numbers, underscores, and hyphens are allowed.',
  });
  expect(formErrors(values, 3)).toEqual({});
});

// covers 000-6.9
test('sends the parameters of a new offer, and the version of a changed one', () => {
  const values = filled({ customClickIdParams: 'tid, sub-id,' });
  expect(valuesToBody(values)).toMatchObject({ customClickIdParams: ['tid', 'sub-id'], coins: 250 });
  expect(valuesToBody(values)).not.toHaveProperty('version');
  expect(valuesToBody(values, 3)).toMatchObject({ version: 3 });
  expect(valuesToBody(values, 3)).not.toHaveProperty('customClickIdParams');
});

// covers 000-6.8
test('sends coins as a number and the tracking URL trimmed', () => {
  for (const version of [undefined, 3]) {
    const body = offerInput.parse(valuesToBody(filled({ coins: '250' }), version));
    expect(body.coins).toBe(250);
    expect(body.trackingUrl).toBe('https://network.example/click?c={click_id}');
  }
});

// covers 000-5.12
test('numbers events by their position', () => {
  const [event] = filled().events;
  const two = filled({ events: [event!, { ...event!, key: 'k', eventName: 'deposit' }] });
  expect(offerInput.parse(valuesToBody(two)).events).toMatchObject([
    { eventName: 'install', eventOrder: 1 },
    { eventName: 'deposit', eventOrder: 2 },
  ]);
});

// covers 000-5.11
test('numbers steps by their position and sends image data only for a chosen file', () => {
  const two = filled({ steps: [...filled().steps, { ...emptyStep(), title: 'Play', description: 'One round.' }] });
  expect((valuesToBody(two)['steps'] as { id: number }[]).map((step) => step.id)).toEqual([1, 2]);
  expect(valuesToBody(two)).not.toHaveProperty('imageData');
  expect(valuesToBody(filled({ imageData: 'data:image/png;base64,AAAA' }))).toHaveProperty('imageData');
});

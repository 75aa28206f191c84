import { expect, test } from 'vitest';
import {
  categoryOfType,
  EVENT_DEFAULTS,
  eventsFromLegacy,
  mergeLegacy,
  OFFER_DEFAULTS,
  OFFER_LIMITS,
  OFFER_TOPICS,
  OFFER_TYPES,
  paramNameProblem,
  paramNamesProblem,
  popularityPercent,
} from './index.ts';

// covers 000-3.4 000-9.9
test('has exactly the types and categories of the specification', () => {
  expect(OFFER_TYPES).toEqual(['daily', 'video', 'install', 'share', 'prime']);
  expect(OFFER_TOPICS).toEqual(['Games', 'Finance', 'Shopping', 'Entertainment', 'Social', 'Utility', 'Education']);
  expect(OFFER_TYPES.map(categoryOfType)).toEqual(['regular', 'regular', 'regular', 'regular', 'prime']);
});

// covers 000-9.5
test('has the defaults and limits of the specification', () => {
  expect(OFFER_DEFAULTS).toMatchObject({ rating: 4, deadline: '7 days', isActive: true });
  expect(EVENT_DEFAULTS).toEqual({ eventPayout: 0, eventCap: 1000 });
  expect(OFFER_LIMITS).toMatchObject({ postbackTokenMin: 8, steps: 6, imageBytes: 2 * 1024 * 1024 });
});

// covers 000-9.6
test('computes popularity as the count in percent, at most 100', () => {
  expect([0, 1, 42, 100, 101, 1_000_000].map(popularityPercent)).toEqual([0, 1, 42, 100, 100, 100]);
});

test('converts flat fields to events in order, and keeps the events when flat fields are missing', () => {
  const events = eventsFromLegacy({ event1: ' install ', epo1: 5, event2: '', event3: 'deposit', ecap3: 3 });
  expect(events).toEqual([
    { eventName: 'install', eventPayout: 5, eventCap: 1000, isRequired: true, description: '' },
    { eventName: 'deposit', eventPayout: 0, eventCap: 3, isRequired: false, description: '' },
  ]);
  expect(mergeLegacy(events, {})).toBeUndefined();
  expect(mergeLegacy(events, { event2: null })?.map(({ eventName }) => eventName)).toEqual(['install']);
});

// covers 000-5.13
test('checks the characters and the length of a parameter name', () => {
  const longest = 'a'.repeat(64);
  const tooLong = `${longest}a`;
  expect([longest, 'Tid_1-x'].map(paramNameProblem)).toEqual([undefined, undefined]);
  expect(paramNamesProblem([longest, 'Tid_1-x'])).toBeUndefined();
  expect(paramNameProblem(tooLong)).toBe(`Parameter "${tooLong}" is too long. Use at most 64 characters.`);
  expect(paramNamesProblem(['tid', tooLong])).toBe(
    `Parameter names that are too long: ${tooLong}. Use at most 64 characters.`,
  );
  expect(paramNamesProblem(['a b', tooLong, 'c!'])).toBe(
    'Invalid parameter names: a b, c!. Only letters, numbers, underscores, and hyphens are allowed. ' +
      `Parameter names that are too long: ${tooLong}. Use at most 64 characters.`,
  );
});

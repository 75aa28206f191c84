import { expect, test } from 'vitest';
import { copy } from './manual-payments.copy.ts';

const CHECKED = 'It was checked: the click is not paid, and paying again is safe.';
const SERVER = 'Something went wrong on our side. Please try again.';

test.each([
  // covers 001-8.11
  ['a message of the server is said once', SERVER, SERVER, `${SERVER} ${CHECKED}`],
  ['a message without a full stop gets one', 'Payments rest', 'Payments rest', `Payments rest. ${CHECKED}`],
  [
    'the fixed text has the cause behind it, with one full stop each',
    copy.paying.error,
    'Request timed out. Server may be unavailable.',
    `${copy.paying.error} Request timed out. Server may be unavailable. ${CHECKED}`,
  ],
  [
    'a cause without a full stop gets one',
    copy.paying.failed,
    'HTTP error! status: 500',
    `Failed to mark click as paid. HTTP error! status: 500. ${CHECKED}`,
  ],
])('a payment that was not done: %s', (_what, text, cause, words) => {
  expect(copy.paying.notDone(text, cause)).toBe(words);
});

test.each([
  [SERVER, `The work was not started. ${SERVER} Trying again is safe.`],
  ['Network error', 'The work was not started. Network error. Trying again is safe.'],
])('work that was not started has one full stop behind its cause: %s', (cause, words) => {
  expect(copy.matching.startNotDone(cause)).toBe(words);
});

import { expect, test } from 'vitest';
import { copy } from './manual-payments.copy.ts';

const CHECKED = 'The click is not paid. You can safely pay it again.';
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
  [SERVER, `The run did not start. ${SERVER} You can safely try again.`],
  ['Network error', 'The run did not start. Network error. You can safely try again.'],
])('ends the cause of a run that did not start with one full stop: %s', (cause, words) => {
  expect(copy.matching.startNotDone(cause)).toBe(words);
});

import { expect, test } from 'vitest';
import { copy } from './manual-payments.copy.ts';

const CHECKED = 'The click is not paid. You can safely pay it again.';
const SERVER = 'Something went wrong on our side. Please try again.';

test.each([
  // covers 001-8.11
  ['a server message', SERVER, SERVER, `${SERVER} ${CHECKED}`],
  ['a server message without a full stop', 'Payments rest', 'Payments rest', `Payments rest. ${CHECKED}`],
  [
    'a fixed text and its cause',
    copy.paying.error,
    'Request timed out. Server may be unavailable.',
    `${copy.paying.error} Request timed out. Server may be unavailable. ${CHECKED}`,
  ],
  [
    'a cause without a full stop',
    copy.paying.failed,
    'HTTP error! status: 500',
    `Failed to mark click as paid. HTTP error! status: 500. ${CHECKED}`,
  ],
])('shows %s once, with one full stop', (_name, text, cause, words) => {
  expect(copy.paying.notDone(text, cause)).toBe(words);
});

test.each([
  [SERVER, `The run did not start. ${SERVER} You can safely try again.`],
  ['Network error', 'The run did not start. Network error. You can safely try again.'],
])('ends the cause of a run that did not start with one full stop: %s', (cause, words) => {
  expect(copy.matching.startNotDone(cause)).toBe(words);
});

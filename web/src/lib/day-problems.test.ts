import { expect, test } from 'vitest';
import { dayProblems } from './day-problems.ts';

const TODAY = '2026-11-21';
const WORDS = { future: 'Too late', reversed: 'Before the start' };

test.each([
  ['', '', {}],
  ['2026-11-21', '2026-11-21', {}],
  ['2026-11-21', '', {}],
  ['', '2026-11-20', {}],
  ['2026-11-21', '2026-11-20', { endDate: WORDS.reversed }],
  ['2026-11-22', '', { startDate: WORDS.future }],
  ['2026-11-20', '2026-11-22', { endDate: WORDS.future }],
  // One message for two wrong days.
  ['2026-11-22', '2026-11-20', { startDate: WORDS.future }],
])('from %j to %j: shows the message at the invalid field', (startDate, endDate, problems) => {
  expect(dayProblems({ startDate, endDate }, TODAY, WORDS)).toEqual(problems);
});

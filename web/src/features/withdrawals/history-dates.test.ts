import { expect, test } from 'vitest';
import { dateProblems } from './history-dates.ts';
import { copy } from './withdrawals.copy.ts';

const TODAY = '2026-11-21';
const { dayInFuture, endBeforeStart } = copy.history;

test.each([
  ['', '', {}],
  ['2026-11-21', '2026-11-21', {}],
  ['2026-11-21', '', {}],
  ['', '2026-11-20', {}],
  ['2026-11-21', '2026-11-20', { endDate: endBeforeStart }],
  ['2026-11-22', '', { startDate: dayInFuture }],
  ['2026-11-20', '2026-11-22', { endDate: dayInFuture }],
  // One message for two wrong days.
  ['2026-11-22', '2026-11-20', { startDate: dayInFuture }],
])('from %j to %j: shows the message at the invalid field', (startDate, endDate, problems) => {
  expect(dateProblems({ startDate, endDate }, TODAY)).toEqual(problems);
});

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
  // The later one of two that are wrong does not blame the other as well.
  ['2026-11-22', '2026-11-20', { startDate: dayInFuture }],
])('from %j to %j: what is wrong is said at the field that is wrong', (startDate, endDate, problems) => {
  expect(dateProblems({ startDate, endDate }, TODAY)).toEqual(problems);
});

import { expect, test } from 'vitest';
import { comparedText } from './compared-text.ts';

test('counts every transfer on the statement, and the recent ones as left out', () => {
  expect(comparedText({ entries: 25, matched: 19, differing: 1, underWay: 2, tooRecent: 3 })).toBe(
    '19 of 25 transfers on the statement agree with our ledger; 1 different, 2 still in progress, 3 from the last 15 minutes left out.',
  );
  expect(comparedText({ entries: 1_200, matched: 1_200, differing: 0, underWay: 0, tooRecent: 0 })).toBe(
    '1,200 of 1,200 transfers on the statement agree with our ledger.',
  );
});

test('shows only the known count for an old run', () => {
  expect(comparedText({ entries: 25, matched: 19, differing: null, underWay: null, tooRecent: null })).toBe(
    '19 transfers on the statement agree with our ledger.',
  );
});

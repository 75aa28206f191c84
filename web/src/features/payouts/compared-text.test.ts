import { expect, test } from 'vitest';
import { comparedText } from './compared-text.ts';

test('says what became of every transfer on the statement, and of the recent ones that they were left out', () => {
  expect(comparedText({ entries: 25, matched: 19, differing: 1, underWay: 2, tooRecent: 3 })).toBe(
    '19 of 25 transfers on the statement agree with our book; 1 different, 2 still under way, 3 from the last 15 minutes left out.',
  );
  expect(comparedText({ entries: 1_200, matched: 1_200, differing: 0, underWay: 0, tooRecent: 0 })).toBe(
    '1,200 of 1,200 transfers on the statement agree with our book.',
  );
});

test('of a run from before they were counted only what is known is said', () => {
  expect(comparedText({ entries: 25, matched: 19, differing: null, underWay: null, tooRecent: null })).toBe(
    '19 transfers on the statement agree with our book.',
  );
});

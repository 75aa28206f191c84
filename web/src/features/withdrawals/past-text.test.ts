import { expect, test } from 'vitest';
import { pastText } from './past-text.ts';

test("summarises a user's earlier withdrawals, without zeros and with a mark on a capped count", () => {
  expect(pastText({ paid: 0, rejected: 0, isCutShort: false })).toBe('Nothing paid so far');
  expect(pastText({ paid: 4, rejected: 1, isCutShort: false })).toBe('So far 4 paid, 1 rejected');
  expect(pastText({ paid: 0, rejected: 2, isCutShort: false })).toBe('So far 2 rejected');
  expect(pastText({ paid: 97, rejected: 3, isCutShort: true })).toBe('So far 97+ paid, 3+ rejected');
});

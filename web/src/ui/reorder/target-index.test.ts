import { expect, test } from 'vitest';
import { indexAfterKey, targetIndex } from './target-index.ts';

const SPANS = [
  { top: 0, bottom: 100 },
  { top: 110, bottom: 410 },
  { top: 420, bottom: 520 },
];

// covers 000-2.43
test('moves an entry past a neighbour only beyond its middle', () => {
  expect(targetIndex(SPANS, 0, 200)).toBe(0);
  expect(targetIndex(SPANS, 0, 261)).toBe(1);
  expect(targetIndex(SPANS, 0, 471)).toBe(2);
  expect(targetIndex(SPANS, 2, 300)).toBe(2);
  expect(targetIndex(SPANS, 2, 259)).toBe(1);
  expect(targetIndex(SPANS, 2, 10)).toBe(0);
  expect(targetIndex(SPANS, 1, 300)).toBe(1);
});

test('clamps a pointer above or below the list', () => {
  expect(targetIndex(SPANS, 1, -5_000)).toBe(0);
  expect(targetIndex(SPANS, 1, 5_000)).toBe(2);
  expect(targetIndex([], 0, 5)).toBe(0);
});

test('moves by one with the arrow keys, to the ends with Home and End, never outside', () => {
  expect(indexAfterKey('ArrowUp', 0, 3)).toBe(0);
  expect(indexAfterKey('ArrowUp', 2, 3)).toBe(1);
  expect(indexAfterKey('ArrowDown', 2, 3)).toBe(2);
  expect(indexAfterKey('Home', 2, 3)).toBe(0);
  expect(indexAfterKey('End', 0, 3)).toBe(2);
  expect(indexAfterKey('Enter', 0, 3)).toBeUndefined();
});

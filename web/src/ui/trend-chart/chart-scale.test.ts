import { expect, test } from 'vitest';
import { axisTicks, labelEvery, dayAfterKey, dayAt } from './chart-scale.ts';

test('uses round marks from 0 to at least the largest value', () => {
  expect(axisTicks(87)).toEqual([0, 50, 100]);
  expect(axisTicks(30)).toEqual([0, 10, 20, 30]);
  expect(axisTicks(1_234_567)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  expect(axisTicks(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
});

test('draws an axis for an empty chart, and no halves for counts', () => {
  expect(axisTicks(0)).toEqual([0, 1]);
  expect(axisTicks(0, true)).toEqual([0, 1]);
  expect(axisTicks(2, true)).toEqual([0, 1, 2]);
  for (let maximum = 0; maximum < 500; maximum += 1) {
    const ticks = axisTicks(maximum, true);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(maximum);
  }
});

test('never overlaps labels', () => {
  expect(labelEvery(30, 900, 48)).toBe(2);
  expect(labelEvery(30, 300, 48)).toBe(5);
  expect(labelEvery(1, 0, 48)).toBe(1);
});

test('always finds an existing day for pointer and keys', () => {
  expect(dayAt(-5, 300, 30)).toBe(0);
  expect(dayAt(155, 300, 30)).toBe(15);
  expect(dayAt(300, 300, 30)).toBe(29);
  expect(dayAfterKey('ArrowLeft', 0, 30)).toBe(0);
  expect(dayAfterKey('ArrowRight', 3, 30)).toBe(4);
  expect(dayAfterKey('PageUp', 28, 30)).toBe(29);
  expect(dayAfterKey('Home', 12, 30)).toBe(0);
  expect(dayAfterKey('End', 12, 30)).toBe(29);
  expect(dayAfterKey('a', 12, 30)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { countTicks, labelEvery, stepByKey } from './chart-scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [97, [0, 50, 100]],
  [100, [0, 50, 100]],
  [12_345, [0, 5000, 10_000, 15_000]],
])('an axis up to %i counts in round whole steps', (max, ticks) => {
  expect(countTicks(max)).toEqual(ticks);
});

it('an axis always reaches its largest value', () => {
  for (let max = 1; max < 3000; max += 7) expect(countTicks(max).at(-1)).toBeGreaterThanOrEqual(max);
});

it('labels never stand on each other', () => {
  expect(labelEvery(30, 600, 60)).toBe(3);
  expect(labelEvery(5, 600, 60)).toBe(1);
  expect(labelEvery(30, 0, 60)).toBe(1);
});

it('arrows, Home and End move within the chart and other keys do not', () => {
  expect(stepByKey('ArrowRight', 4, 6)).toBe(5);
  expect(stepByKey('ArrowRight', 5, 6)).toBe(5);
  expect(stepByKey('PageUp', 3, 6)).toBe(0);
  expect(stepByKey('End', 0, 6)).toBe(5);
  expect(stepByKey('Enter', 0, 6)).toBeUndefined();
});

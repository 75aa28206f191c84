import { expect, it } from 'vitest';
import { newAbove } from './use-held-rows.ts';

it('rows above the one that was first are new', () => {
  expect(newAbove(['f', 'e', 'd', 'c'], 'd')).toBe(2);
  expect(newAbove(['d', 'c'], 'd')).toBe(0);
});

it('nothing is held back when the row that was first is gone, or there was none', () => {
  expect(newAbove(['f', 'e'], 'd')).toBe(0);
  expect(newAbove(['f', 'e'], undefined)).toBe(0);
});

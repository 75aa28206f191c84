import { describe, expect, it } from 'vitest';
import { add, coins, negate, paise, paiseFromRupees, rupeesFromPaise } from './index.ts';

describe('money', () => {
  it('converts rupees to paise and back without losing a paisa', () => {
    for (let amount = 0; amount <= 100_000; amount += 1)
      expect(paiseFromRupees(rupeesFromPaise(paise(amount)))).toBe(amount);
    expect(paiseFromRupees(90_071_992_547.01)).toBe(9_007_199_254_701);
  });

  it.each([0.001, 12.345, Number.NaN, Number.POSITIVE_INFINITY, 1e15])('rejects %s rupees', (rupees) => {
    expect(() => paiseFromRupees(rupees)).toThrow(RangeError);
  });

  it.each([0.5, Number.NaN, 2 ** 53])('rejects %s as a number of coins or paise', (value) => {
    expect(() => coins(value)).toThrow(RangeError);
    expect(() => paise(value)).toThrow(RangeError);
  });

  it('adds and negates amounts of one unit', () => {
    expect(add(coins(2), coins(3), negate(coins(1)))).toBe(4);
    expect(negate(paise(0))).toBe(0);
    expect(() => add(paise(2 ** 53 - 1), paise(1))).toThrow(RangeError);
  });
});

import { expect, test } from 'vitest';
import { switchedText } from './use-switch-offers.ts';

test('counts the switched, unchanged and deleted offers', () => {
  expect(switchedText({ changed: ['a'], unchanged: 0, gone: 0 }, true)).toBe('1 offer activated');
  expect(switchedText({ changed: ['a', 'b', 'c'], unchanged: 2, gone: 1 }, false)).toBe(
    '3 offers deactivated, 2 already inactive, 1 deleted meanwhile',
  );
  expect(switchedText({ changed: [], unchanged: 2, gone: 0 }, true)).toBe('0 offers activated, 2 already active');
});

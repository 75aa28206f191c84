import { expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

// covers 001-9.2
it('shows at most five numbers, with the current one in the middle if possible', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 40)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(20, 40)).toEqual([18, 19, 20, 21, 22]);
  expect(pageNumbers(40, 40)).toEqual([36, 37, 38, 39, 40]);
});

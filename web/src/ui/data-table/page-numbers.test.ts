import { expect, it } from 'vitest';
import { countPages, pageNumbers } from './page-numbers.ts';

// covers 001-9.2
it('shows at most five numbers, with the current one in the middle if possible', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 40)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(20, 40)).toEqual([18, 19, 20, 21, 22]);
  expect(pageNumbers(40, 40)).toEqual([36, 37, 38, 39, 40]);
});

it('counts the pages by the total until a page says whether another follows', () => {
  const rows = ['a'];
  const page = { page: 4, limit: 10 };
  expect(countPages(page, { rows: undefined, total: undefined })).toBeUndefined();
  expect([0, 1, 10, 11].map((total) => countPages(page, { rows, total }))).toEqual([1, 1, 1, 2]);
  expect(countPages(page, { rows, total: 35, isLast: false })).toBe(5);
  expect(countPages(page, { rows, total: 95, isLast: false })).toBe(10);
  expect(countPages(page, { rows, total: 95, isLast: true })).toBe(4);
  expect(countPages({ page: 999, limit: 10 }, { rows: [], total: 95, isLast: true })).toBe(10);
});

import { expect, it } from 'vitest';
import { keepRows } from './use-held-rows.ts';

const keep = (shown: string, fresh: string) => {
  const { rows, newCount } = keepRows([...shown], [...fresh], (row) => row);
  return `${rows.join('')} +${newCount}`;
};

it('rows above the one that was first wait, and the page keeps its length', () => {
  expect(keep('dcb', 'fed')).toBe('dcb +2');
  expect(keep('dcb', 'dcb')).toBe('dcb +0');
});

it('a page full of new rows moves nothing', () => {
  expect(keep('dcb', 'gfe')).toBe('dcb +3');
});

it('a row that is gone goes, and the one after the end moves up', () => {
  expect(keep('dcb', 'dba')).toBe('dba +0');
  expect(keep('dcb', 'cba')).toBe('cba +0');
  expect(keep('dcb', 'dca')).toBe('dca +0');
  expect(keep('dcb', 'dc')).toBe('dc +0');
  expect(keep('dcb', 'edb')).toBe('db +1');
  expect(keep('d', '')).toBe(' +0');
});

it('the first rows of an empty list are shown', () => {
  expect(keep('', 'ba')).toBe('ba +0');
});

import { expect, it } from 'vitest';
import { keepRows } from './use-held-rows.ts';

const keep = (shown: string, fresh: string, options = {}) => {
  const { rows, newCount } = keepRows([...shown], [...fresh], (row) => row, options);
  return `${rows.join('')} +${newCount}`;
};

// covers own-2.8
it('rows above the one that was first wait, and the page keeps its length', () => {
  expect(keep('dcb', 'fed')).toBe('dcb +2');
  expect(keep('dcb', 'dcb')).toBe('dcb +0');
});

// covers own-2.8
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

it('new rows wait wherever they stand: at the end when the oldest comes first, in between in another order', () => {
  expect(keep('bcd', 'bcdef')).toBe('bcd +2');
  expect(keep('bcd', 'bxcd')).toBe('bcd +1');
  expect(keep('bcd', 'bdef')).toBe('bde +1');
});

it('rows keep their places when their order changes', () => {
  expect(keep('dcb', 'bdc')).toBe('dcb +0');
});

it('a row that leaves when it is decided was not pushed off by new ones', () => {
  expect(keep('dcb', 'edc', { rowsLeave: true })).toBe('dc +1');
  expect(keep('dcb', 'gfe', { rowsLeave: true })).toBe('gfe +0');
});

it('older rows that were asked for follow at the end', () => {
  expect(keep('dcb', 'edcba', { grows: true })).toBe('dcba +1');
});

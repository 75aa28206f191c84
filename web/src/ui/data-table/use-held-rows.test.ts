import { expect, it } from 'vitest';
import { countNew, endOfShown, updateRows } from './use-held-rows.ts';

const keep = (shown: string, fresh: string, options = {}) => {
  const rows = updateRows([...shown], [...fresh], (row) => row, options);
  return `${rows.join('')} +${countNew(rows, [...fresh], (row) => row)}`;
};

it('holds rows that arrive above the first one and keeps the page length', () => {
  expect(keep('dcb', 'fed')).toBe('dcb +2');
  expect(keep('dcb', 'dcb')).toBe('dcb +0');
});

it('moves no row for a full page of new rows', () => {
  expect(keep('dcb', 'gfe')).toBe('dcb +3');
});

it('removes a missing row and moves the next one up', () => {
  expect(keep('dcb', 'dba')).toBe('dba +0');
  expect(keep('dcb', 'cba')).toBe('cba +0');
  expect(keep('dcb', 'dca')).toBe('dca +0');
  expect(keep('dcb', 'dc')).toBe('dc +0');
  expect(keep('dcb', 'edb')).toBe('db +1');
  expect(keep('d', '')).toBe(' +0');
});

it('shows the first rows of an empty list at once', () => {
  expect(keep('', 'ba')).toBe('ba +0');
});

it('holds new rows at the end (oldest first) and in between (other orders)', () => {
  expect(keep('bcd', 'bcdef')).toBe('bcd +2');
  expect(keep('bcd', 'bxcd')).toBe('bcd +1');
  expect(keep('bcd', 'bdef')).toBe('bde +1');
});

it('keeps rows in place when their order changes', () => {
  expect(keep('dcb', 'bdc')).toBe('dcb +0');
});

it('does not count a decided row as pushed off the page', () => {
  expect(keep('dcb', 'edc', { rowsLeave: true })).toBe('dc +1');
  expect(keep('dcb', 'gfe', { rowsLeave: true })).toBe('gfe +0');
});

it('appends older rows on request', () => {
  expect(keep('dcb', 'edcba', { grows: true })).toBe('dcba +1');
});

const endOf = (shown: string, fresh: string) => {
  const page = (rows: string) => ({ rows: [...rows], end: { anchor: rows, isLast: true } });
  const rows = updateRows([...shown], [...fresh], (row) => row);
  return endOfShown(rows, page(shown), page(fresh), (row) => row);
};

it('ends the page after its last shown row, so that the next one repeats none', () => {
  expect(endOf('dcb', 'dcb').anchor).toBe('dcb');
  expect(endOf('dcb', 'fed').anchor, 'pushed off by new rows').toBe('dcb');
  expect(endOf('dcb', 'gfe').anchor, 'pushed off by a full page').toBe('dcb');
  expect(endOf('dcb', 'dba').anchor, 'filled from the end').toBe('dba');
  expect(endOf('bcd', 'bcdef')).toEqual({ anchor: 'bcd', isLast: false });
});

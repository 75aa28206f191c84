import { expect, it } from 'vitest';
import { withRows } from './use-selection.ts';

const A = ['a', 1] as const;
const B = ['b', 2] as const;
const C = ['c', 3] as const;
const ticked = (...entries: (readonly [string, number])[]) => ({ rows: new Map(entries), allMatching: false });
const all = { rows: new Map<string, number>(), allMatching: true };

it('selects and deselects rows without mutating the previous selection', () => {
  const before = ticked(A);
  expect([...withRows(before, [B], true, [A, B, C])]).toEqual([A, B]);
  expect([...withRows(ticked(A, B), [A], false, [A, B, C])]).toEqual([B]);
  expect([...before.rows]).toEqual([A]);
});

// covers 000-2.27
it('keeps the visible rows when one of "all that match" is deselected', () => {
  expect([...withRows(all, [B], false, [A, B, C])]).toEqual([A, C]);
  expect([...withRows(all, [A, B, C], false, [A, B, C])]).toEqual([]);
});

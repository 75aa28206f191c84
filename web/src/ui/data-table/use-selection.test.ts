import { expect, it } from 'vitest';
import { withRows } from './use-selection.ts';

it('ticks and unticks rows without touching the selection before', () => {
  const before = withRows(
    new Map<string, number>(),
    [
      ['a', 1],
      ['b', 2],
    ],
    true,
  );
  const after = withRows(before, [['a', 1]], false);
  expect([...before.keys()]).toEqual(['a', 'b']);
  expect([...after]).toEqual([['b', 2]]);
});

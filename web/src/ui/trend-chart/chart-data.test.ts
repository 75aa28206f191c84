import { expect, it } from 'vitest';
import { piecesOf, shownValue, type ChartPanel } from './chart-data.ts';

it('breaks a line at each day without a value', () => {
  const at = (x: number) => [x, 1] as const;
  expect(piecesOf([undefined, at(1), at(2), undefined, undefined, at(5)])).toEqual([[at(1), at(2)], [at(5)]]);
  expect(piecesOf([undefined])).toEqual([]);
});

it('shows a day without a value as a dash, and 0 as 0', () => {
  const panel: ChartPanel = { title: 'Time', kind: 'line', series: [], format: (ms) => `${ms} ms` };
  const series = { name: 'Time', color: 'blue', values: [undefined, 0, 5] } as const;
  expect([0, 1, 2, undefined].map((index) => shownValue(panel, series, index))).toEqual(['–', '0 ms', '5 ms', '5 ms']);
});

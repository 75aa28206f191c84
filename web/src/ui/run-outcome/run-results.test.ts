import { expect, test } from 'vitest';
import { resultsCsv, resultsText, failuresFirst, type ResultRow } from './run-results.ts';

const row = (id: string, tone: ResultRow['tone'], first = id, text = ''): ResultRow => ({
  id,
  tone,
  word: tone,
  text,
  first,
});

test('sorts failures first, then open results, and keeps the order within each', () => {
  const rows = [row('a', 'good'), row('b', 'bad'), row('c', 'neutral'), row('d', 'bad'), row('e', 'good')];
  expect(failuresFirst(rows).map(({ id }) => id)).toEqual(['b', 'd', 'c', 'a', 'e']);
  expect(rows[0]?.id).toBe('a');
});

test('exports the list and escapes a name that looks like a formula', () => {
  const rows = [row('a', 'bad', '=HYPERLINK("x")', 'The\tbalance'), row('b', 'good', '＝1+1')];
  expect(resultsText(rows)).toBe('Item\tResult\tDetails\n=HYPERLINK("x")\tbad\tThe balance\n＝1+1\tgood\t');
  expect(resultsCsv(rows)).toBe(
    '\uFEFF"Item","Result","Details"\r\n"\'=HYPERLINK(""x"")","bad","The\tbalance"\r\n"\'＝1+1","good",""\r\n',
  );
});

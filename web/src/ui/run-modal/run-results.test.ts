import { expect, test } from 'vitest';
import { resultsCsv, resultsText, worstFirst, type ResultRow } from './run-results.ts';

const row = (id: string, tone: ResultRow['tone'], first = id, text = ''): ResultRow => ({
  id,
  tone,
  word: tone,
  text,
  first,
});

test('what went wrong stands first, what is open next, each in the order in which it came', () => {
  const rows = [row('a', 'good'), row('b', 'bad'), row('c', 'neutral'), row('d', 'bad'), row('e', 'good')];
  expect(worstFirst(rows).map(({ id }) => id)).toEqual(['b', 'd', 'c', 'a', 'e']);
  expect(rows[0]?.id).toBe('a');
});

test('the list can be taken out; a name that begins like a formula stays a name', () => {
  const rows = [row('a', 'bad', '=HYPERLINK("x")', 'The\tbalance'), row('b', 'good', '₹1,200 · Asha')];
  expect(resultsText(rows)).toBe('What\tResult\tDetails\n=HYPERLINK("x")\tbad\tThe balance\n₹1,200 · Asha\tgood\t');
  expect(resultsCsv(rows)).toBe(
    '\uFEFF"What","Result","Details"\r\n"\'=HYPERLINK(""x"")","bad","The\tbalance"\r\n"₹1,200 · Asha","good",""\r\n',
  );
});

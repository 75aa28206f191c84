import { csvText } from '#lib/csv.ts';

export interface ResultRow {
  readonly id: string;
  /** Names the item. */
  readonly first: string;
  readonly tone: 'good' | 'neutral' | 'bad';
  /** One or two words: "Paid". */
  readonly word: string;
  /** Details: an amount, a reason. */
  readonly text: string;
}

const RANK = { bad: 0, neutral: 1, good: 2 } as const;

/** Sorts failures first, then open results. Keeps the order within each group. */
export const failuresFirst = <Result extends Pick<ResultRow, 'tone'>>(results: readonly Result[]): Result[] =>
  results.toSorted((a, b) => RANK[a.tone] - RANK[b.tone]);

const HEAD = ['Item', 'Result', 'Details'] as const;
const cellsOf = ({ first, word, text }: ResultRow): readonly string[] => [first, word, text];

/** Formats the results for the clipboard: tabs and lines, as spreadsheets expect. */
export const resultsText = (rows: readonly ResultRow[]): string =>
  [HEAD, ...rows.map(cellsOf)]
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\n]+/g, ' ')).join('\t'))
    .join('\n');

/** Formats the results as the text of a file. */
export const resultsCsv = (rows: readonly ResultRow[]): string => csvText([HEAD, ...rows.map(cellsOf)]);

import type { RunResult } from './run-parts.ts';

/** A result and what it is about. */
export interface ResultRow extends RunResult {
  readonly first: string;
}

const RANK = { bad: 0, neutral: 1, good: 2 } as const;

/** What went wrong first, what is still open next; within each as they came. */
export const worstFirst = <Result extends Pick<RunResult, 'tone'>>(results: readonly Result[]): Result[] =>
  results.toSorted((a, b) => RANK[a.tone] - RANK[b.tone]);

const HEAD = ['What', 'Result', 'Details'] as const;
const cellsOf = ({ first, word, text }: ResultRow): readonly string[] => [first, word, text];

/** For the clipboard: tabs and lines, as a table calculator takes them. */
export const resultsText = (rows: readonly ResultRow[]): string =>
  [HEAD, ...rows.map(cellsOf)]
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\n]+/g, ' ')).join('\t'))
    .join('\n');

/** A cell that begins like a formula must not become one. */
const quoted = (cell: string): string => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;

/** For a file. The mark at the beginning says that it is UTF-8. */
export const resultsCsv = (rows: readonly ResultRow[]): string =>
  `\uFEFF${[HEAD, ...rows.map(cellsOf)].map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;

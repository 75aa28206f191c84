import { notAFormula } from './not-a-formula.ts';

const quoted = (cell: string): string => `"${notAFormula(cell).replaceAll('"', '""')}"`;

/** Writes rows as CSV. The byte order mark declares UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });

import { isDeepStrictEqual } from 'node:util';
import type { ReadCell, ReadRow } from './read-sheets.ts';

/** The expected value of a cell: a text, a number, a moment, or '' for an empty cell. */
export type Known = string | number | Date;

const KOLKATA_OFFSET_MS = 5.5 * 3_600_000;
/** Tolerance: LibreOffice writes hundredths of a second. */
const TOLERANCE_MS = 10;

/**
 * The expected cell of a text. A text like a formula gets an apostrophe, and characters that XML forbids are removed.
 */
const expectedText = (text: string): string =>
  `${/^[=+\-@\t\r]/.test(text) ? "'" : ''}${text}`.replaceAll(/[\uFFFE\uFFFF]/g, '');

/** The time in Asia/Kolkata to the second, as the sheet shows it. */
const shownTime = (at: Date): string =>
  new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

const isEqual = (known: Known, read: ReadCell | undefined): boolean => {
  if (known === '') return read === undefined || read.type === 'none';
  if (typeof known === 'string') return read?.type === 'string' && read.shown === expectedText(known);
  if (typeof known === 'number') return read?.type === 'float' && Number(read.value) === known;
  const at = Date.parse(`${read?.value}Z`) - KOLKATA_OFFSET_MS;
  const second = Math.floor(known.getTime() / 1000) * 1000;
  return read?.type === 'date' && read.shown === shownTime(known) && Math.abs(at - second) <= TOLERANCE_MS;
};

const asText = (known: Known): string => {
  if (known instanceof Date) return shownTime(known);
  return typeof known === 'number' ? String(known) : expectedText(known);
};

export interface Comparison {
  readonly rows: number;
  readonly sheets: number;
  /** The first differences in words. Empty if every cell is as expected. */
  readonly differences: readonly string[];
}

/** Compares a workbook as LibreOffice read it with the expected rows, cell by cell and type by type. */
export async function compareCells(
  headings: readonly string[],
  known: AsyncIterable<readonly Known[]>,
  read: AsyncIterable<ReadRow>,
): Promise<Comparison> {
  const differences: string[] = [];
  const rows = read[Symbol.asyncIterator]();
  let sheets = 0;
  let count = 0;
  const next = async (): Promise<ReadRow | undefined> => {
    const { value, done } = await rows.next();
    if (done === true) return undefined;
    if (value.sheet === sheets) return value;
    sheets = value.sheet;
    if (
      !isDeepStrictEqual(
        value.cells.map(({ shown }) => shown),
        headings,
      )
    )
      differences.push(`headings of sheet ${sheets}`);
    return next();
  };
  for await (const row of known) {
    count += 1;
    const found = await next();
    const wrong = row.findIndex((cell, at) => !isEqual(cell, found?.cells[at]));
    if (wrong !== -1)
      differences.push(
        `row ${count}, ${headings[wrong]}: ${String(row[wrong])} is ${JSON.stringify(found?.cells[wrong])}`,
      );
    if (differences.length > MOST_TOLD) return { rows: count, sheets, differences };
  }
  if ((await next()) !== undefined) differences.push(`more than ${count} rows`);
  return { rows: count, sheets, differences };
}

/** Compares LibreOffice's CSV of each sheet with the expected rows. Each sheet begins with its headings. */
export async function compareTexts(
  headings: readonly string[],
  known: AsyncIterable<readonly Known[]>,
  lines: AsyncIterable<readonly string[]>,
): Promise<Comparison> {
  const differences: string[] = [];
  const found = lines[Symbol.asyncIterator]();
  let sheets = 0;
  let count = 0;
  const next = async (): Promise<readonly string[] | undefined> => {
    const { value, done } = await found.next();
    if (done === true) return undefined;
    if (!isDeepStrictEqual(value, headings)) return value;
    sheets += 1;
    return next();
  };
  for await (const row of known) {
    count += 1;
    const line = await next();
    const wrong = row.findIndex((cell, at) => asText(cell) !== line?.[at]);
    if (wrong !== -1)
      differences.push(`line ${count}, ${headings[wrong]}: ${String(row[wrong])} is ${JSON.stringify(line?.[wrong])}`);
    if (differences.length > MOST_TOLD) return { rows: count, sheets, differences };
  }
  if ((await next()) !== undefined) differences.push(`more than ${count} lines`);
  return { rows: count, sheets, differences };
}

const MOST_TOLD = 5;

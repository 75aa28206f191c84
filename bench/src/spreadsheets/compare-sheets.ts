import { isDeepStrictEqual } from 'node:util';
import type { HeldCell, HeldRow } from './read-sheets.ts';

/** A cell as the product knows it: a text, a number, a moment, or '' for nothing. */
export type Known = string | number | Date;

const KOLKATA_OFFSET_MS = 5.5 * 3_600_000;
/** LibreOffice writes hundredths of a second. */
const HELD_TO_MS = 10;

/** The expected cell of a text: an apostrophe before a formula's first character, without characters that XML lacks. */
const heldText = (text: string): string =>
  `${/^[=+\-@\t\r]/.test(text) ? "'" : ''}${text}`.replaceAll(/[\uFFFE\uFFFF]/g, '');

/** The wall clock of Asia/Kolkata, to the second that it shows. */
const shownTime = (at: Date): string =>
  new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

const isHeld = (known: Known, held: HeldCell | undefined): boolean => {
  if (known === '') return held === undefined || held.type === 'none';
  if (typeof known === 'string') return held?.type === 'string' && held.shown === heldText(known);
  if (typeof known === 'number') return held?.type === 'float' && Number(held.value) === known;
  const at = Date.parse(`${held?.value}Z`) - KOLKATA_OFFSET_MS;
  const second = Math.floor(known.getTime() / 1000) * 1000;
  return held?.type === 'date' && held.shown === shownTime(known) && Math.abs(at - second) <= HELD_TO_MS;
};

const asText = (known: Known): string => {
  if (known instanceof Date) return shownTime(known);
  return typeof known === 'number' ? String(known) : heldText(known);
};

export interface Comparison {
  readonly rows: number;
  readonly sheets: number;
  /** The first few that differ, in words; none when each cell of each row is as it should be. */
  readonly differences: readonly string[];
}

/** Compares a workbook that LibreOffice has opened, cell by cell and type by type, each sheet under its headings. */
export async function compareHeld(
  headings: readonly string[],
  known: AsyncIterable<readonly Known[]>,
  held: AsyncIterable<HeldRow>,
): Promise<Comparison> {
  const differences: string[] = [];
  const rows = held[Symbol.asyncIterator]();
  let sheets = 0;
  let count = 0;
  const next = async (): Promise<HeldRow | undefined> => {
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
    const wrong = row.findIndex((cell, at) => !isHeld(cell, found?.cells[at]));
    if (wrong !== -1)
      differences.push(
        `row ${count}, ${headings[wrong]}: ${String(row[wrong])} is ${JSON.stringify(found?.cells[wrong])}`,
      );
    if (differences.length > MOST_TOLD) return { rows: count, sheets, differences };
  }
  if ((await next()) !== undefined) differences.push(`more than ${count} rows`);
  return { rows: count, sheets, differences };
}

/** The same of what it writes as CSV, where each sheet begins with the headings. */
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

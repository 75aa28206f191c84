import { sql, type Sql } from '#platform/database/index.ts';

/** A column of a file. */
export interface Heading {
  readonly name: string;
  /** In characters. Workbooks only. */
  readonly width: number;
  /**
   * Number format in workbooks: two decimals (`money`) or none (`count`). A `moment` is a time in Asia/Kolkata: its
   * column says IST. A `word` is a text of ours: no comma,
   * quote, line break or formula. Default: any text.
   */
  readonly format?: 'money' | 'count' | 'moment' | 'word';
}

export interface Column extends Heading {
  /** The cell's value in SQL. */
  readonly value: Sql;
}

/** Consecutive rows of a table as CSV (RFC 4180), written by PostgreSQL. */
export interface Portion {
  readonly csv: Buffer;
  readonly rows: number;
}

/** A table that is read in portions while it is written. */
export interface Table {
  /** The sheet's name, at most 28 characters. */
  readonly sheet: string;
  readonly columns: readonly Heading[];
  readonly portions: AsyncIterable<Portion>;
}

/** Every file of an export has the same times. Cut to the second, as in workbooks. */
const MOMENT = 'YYYY-MM-DD HH24:MI:SS';

/**
 * Code points of tab, line feed, carriage return, + - = @, and the last four in full width. A spreadsheet may run a text
 * that starts with one of them as a formula (OWASP, CSV Injection).
 */
const FORMULA_STARTS = sql`(9, 10, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312)`;

/** Returns the SQL of a cell. A text that looks like a formula gets an apostrophe before it. */
export const cellSql = ({ value, format }: Column): Sql => {
  if (format === 'moment') return sql`to_char(${value} at time zone 'Asia/Kolkata', ${MOMENT})`;
  if (format !== undefined) return value;
  return sql`case when ascii(${value}) in ${FORMULA_STARTS} then '''' || ${value} else ${value} end`;
};

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g;

/** Yields the cells of each row. Most portions have no quotes, which is three times faster to read. */
export function* readCsv(text: string): Generator<readonly string[]> {
  if (!text.includes('"')) {
    for (const line of text.split('\r\n').slice(0, -1)) yield line.split(',');
    return;
  }
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    yield row;
    row = [];
  }
}

/** A leading character that a spreadsheet may run: see FORMULA_STARTS. */
const FORMULA = /^[\t\n\r+\-=@＋－＝＠]/;

/** Writes rows that are already in memory. A text that looks like a formula gets an apostrophe before it. */
export function portionOf(rows: readonly (readonly (string | number | null)[])[]): Portion {
  const cellOf = (value: string | number | null): string => {
    if (typeof value !== 'string') return value === null ? '' : String(value);
    const text = FORMULA.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csv = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
  return { csv: Buffer.from(csv), rows: rows.length };
}

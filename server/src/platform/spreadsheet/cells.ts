import { join, sql, type Sql } from '#platform/database/index.ts';

export interface Column {
  readonly name: string;
  /** In characters. Workbooks only. */
  readonly width: number;
  /**
   * Number format in workbooks: two decimals (`money`) or none (`count`). A `moment` is a time. A `word` is a text of ours: no comma,
   * quote, line break or formula. Default: any text.
   */
  readonly format?: 'money' | 'count' | 'moment' | 'word';
  /** The cell's value in SQL. */
  readonly value: Sql;
}

/** Consecutive rows of a table as CSV (RFC 4180), written by PostgreSQL. */
export interface Portion {
  readonly text: string;
  readonly rows: number;
}

/** A table that is read in portions while it is written. */
export interface Table {
  /** The sheet's name, at most 28 characters. */
  readonly sheet: string;
  readonly columns: readonly Column[];
  readonly portions: AsyncIterable<Portion>;
}

const ISO_8601 = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

const csvCell = ({ value, format }: Column): Sql => {
  if (format === undefined) return sql`csv_cell(${value})`;
  return format === 'moment' ? sql`to_char(${value} at time zone 'UTC', ${ISO_8601})` : value;
};

/** Returns the SQL of a row's line in CSV. */
export const csvLine = (columns: readonly Column[]): Sql =>
  sql`concat(${join(columns.map(csvCell), `, ',', `)}, E'\\r\\n')`;

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

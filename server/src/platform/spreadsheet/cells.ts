/** A cell of an exported table. A Date becomes Asia/Kolkata time in a workbook (without time zone), ISO 8601 in CSV. */
export type Cell = string | number | Date | null;

export interface Column<Row> {
  readonly name: string;
  /** In characters. Workbooks only. */
  readonly width: number;
  /** Number format in workbooks: two decimals (`money`) or none. */
  readonly format?: 'money' | 'count';
  readonly cell: (row: Row) => Cell;
}

/** A table whose rows are read page by page while it is written. */
export interface Table<Row> {
  /** The sheet's name, at most 28 characters. */
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
}

/** Prefixes ' to a text that a spreadsheet would run as a formula. It stays text after saving. */
export const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

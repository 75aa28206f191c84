/**
 * One cell of an exported table. A Date leaves as the wall clock of Asia/Kolkata in a workbook (whose dates have no
 * zone) and as ISO 8601 in CSV.
 */
export type Cell = string | number | Date | null;

export interface Column<Row> {
  readonly name: string;
  /** In characters; workbooks only. */
  readonly width: number;
  /** How a workbook shows the numbers of this column: two decimals (`money`) or none. */
  readonly format?: 'money' | 'count';
  readonly cell: (row: Row) => Cell;
}

/** A table that is written while it is read: its rows come in pages. */
export interface Table<Row> {
  /** The name of the workbook's sheet, at most 28 characters. */
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
}

/** A spreadsheet would run a text that begins like a formula: a leading ' makes it text, also when it is saved again. */
export const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

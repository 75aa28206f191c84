import { Readable } from 'node:stream';
import { guarded, type Cell, type Table } from './cells.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Streams a table as CSV (RFC 4180), with one page in memory. */
export function csvStream<Row>(table: Table<Row>): Readable {
  return Readable.from(csvText(table), { objectMode: false });
}

async function* csvText<Row>({ columns, pages }: Table<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(columns.map(({ name }) => name));
  for await (const page of pages) {
    let text = '';
    for (const row of page) text += line(columns.map(({ cell }) => csvCell(cell(row))));
    if (text !== '') yield text;
  }
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = guarded(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

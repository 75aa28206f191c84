import { Readable } from 'node:stream';
import type { Table } from './cells.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Bytes per write. A slow reader shows that it reads by taking one of them. */
const CHUNK = 64 * 1024;

/** Streams a table as CSV (RFC 4180), with one portion in memory. */
export const csvStream = (table: Table): Readable => Readable.from(csvText(table), { objectMode: false });

async function* csvText({ columns, portions }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(`${BYTE_ORDER_MARK}${columns.map(({ name }) => name).join(',')}\r\n`);
  for await (const { csv } of portions) {
    for (let at = 0; at < csv.length; at += CHUNK) yield csv.subarray(at, at + CHUNK);
  }
}

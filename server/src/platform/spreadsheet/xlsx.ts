import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yazl from 'yazl';
import { DAY_MS } from '#platform/clock/index.ts';
import { readCsv, type Heading, type Portion, type Table } from './cells.ts';
import { contentTypes, PACKAGE_RELATIONS, STYLE, STYLES, workbook, workbookRelations, XML } from './xlsx-parts.ts';

// Replaces the CRC-32 that yazl calls, which is JavaScript and took a third of an export's time, by Node's. If yazl changes its
// dependency, delete this line.
createRequire(import.meta.resolve('yazl'))('buffer-crc32').unsigned = crc32;

/** Maximum rows per sheet, besides the heading. */
const MAX_ROWS = 1_048_575;
/** Rows written before other requests get their turn. */
const ROWS_AT_ONCE = 100;
/** Maximum characters per cell. */
const MAX_TEXT = 32_767;

/**
 * Streams a table as a workbook (ECMA-376), with one portion in memory. A long table continues in further sheets.
 * Cells are typed, texts are inline, and there are no formulas. The parts that list the sheets are written last.
 */
export function xlsxStream(table: Table, { maxRows = MAX_ROWS }: { maxRows?: number } = {}): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  const rows = new RowReader(table.portions);
  const names: string[] = [];
  const add = (text: string, path: string): void => zip.addBuffer(Buffer.from(text), path);
  const addSheet = (): void => {
    names.push(names.length === 0 ? table.sheet : `${table.sheet} ${names.length + 1}`);
    const sheet = Readable.from(sheetXml(table.columns, rows, maxRows), { objectMode: false });
    // An aborted download also ends the reading of rows.
    output.once('close', () => sheet.destroy());
    sheet.on('error', (error) => output.destroy(error));
    sheet.once('end', () => {
      if (!rows.ended) return addSheet();
      add(XML + workbook(names), 'xl/workbook.xml');
      add(XML + workbookRelations(names.length), 'xl/_rels/workbook.xml.rels');
      add(XML + STYLES, 'xl/styles.xml');
      add(XML + PACKAGE_RELATIONS, '_rels/.rels');
      add(XML + contentTypes(names.length), '[Content_Types].xml');
      zip.end();
    });
    zip.addReadStream(sheet, `xl/worksheets/sheet${names.length}.xml`, { compressionLevel: 1 });
  };
  addSheet();
  return output;
}

/** Splits portions, so that a sheet can end within a portion. */
class RowReader {
  #rows: (readonly string[])[] = [];
  readonly #portions: AsyncIterator<Portion>;
  ended = false;

  constructor(portions: AsyncIterable<Portion>) {
    this.#portions = portions[Symbol.asyncIterator]();
  }

  /** Reads the next portion if the last one is used up. @returns whether there are rows */
  async load(): Promise<boolean> {
    while (!this.ended && this.#rows.length === 0) {
      const { done, value } = await this.#portions.next();
      if (done === true) this.ended = true;
      else this.#rows = [...readCsv(value.csv.toString())];
    }
    return !this.ended;
  }

  take(atMost: number): (readonly string[])[] {
    return this.#rows.splice(0, atMost);
  }

  async close(): Promise<void> {
    await this.#portions.return?.();
  }
}

async function* sheetXml(columns: readonly Heading[], rows: RowReader, maxRows: number): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  // Optional in the format, but ExcelJS requires it.
  const letters = columns.map((_column, at) => columnLetters(at));
  yield `<row r="1">${columns.map(({ name }, at) => textCell(`${letters[at]}1`, name, STYLE.heading)).join('')}</row>`;
  let number = 1;
  let whole = false;
  try {
    // Also after the last row, because a next sheet depends on it.
    for (let left = maxRows; (await rows.load()) && left > 0;) {
      const taken = rows.take(Math.min(left, ROWS_AT_ONCE));
      left -= taken.length;
      let text = '';
      for (const row of taken) {
        number += 1;
        text += `<row r="${number}">`;
        for (let at = 0; at < columns.length; at += 1)
          text += cellXml(`${letters[at]}${number}`, row[at] ?? '', columns[at]?.format);
        text += '</row>';
      }
      yield text;
    }
    yield '</sheetData></worksheet>';
    whole = true;
  } finally {
    if (!whole) await rows.close();
  }
}

/** From 1899-12-30 (day 0 of workbooks) to 1970-01-01. Workbook dates have no time zone. */
const WORKBOOK_OFFSET_MS = 25_569 * DAY_MS;
/** In a workbook a text is never a formula, so a phone number needs no apostrophe. */
const PROTECTED_PHONE = /^'(?=\+\d[\d ()-]{5,}$)/;

/** Returns a column's name by index: A to Z, then AA. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

function cellXml(cell: string, text: string, format: Heading['format']): string {
  if (text === '') return `<c r="${cell}"/>`;
  if (format === undefined) return textCell(cell, text.replace(PROTECTED_PHONE, ''), STYLE.plain);
  if (format === 'word') return textCell(cell, text, STYLE.plain);
  // One division keeps all digits, because programs that truncate seconds (LibreOffice) would show one too few.
  const value = format === 'moment' ? (Date.parse(`${text}Z`) + WORKBOOK_OFFSET_MS) / DAY_MS : text;
  return `<c r="${cell}" s="${STYLE[format]}"><v>${value}</v></c>`;
}

const textCell = (cell: string, text: string, style: number): string =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML 1.0 cannot contain in UTF-8, and all other controls. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

/** Matches every text that `xmlText` must change. Few do, so this test saves three replacements. */
const TO_REPLACE = /[\p{Cc}&<>\uFFFE\uFFFF]|_x/u;

/** Spreadsheets decode `_x0041_` to A, so the underscore before it is escaped. */
function xmlText(whole: string): string {
  const text = whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT) : whole;
  if (!TO_REPLACE.test(text)) return text;
  return text
    .replace(NOT_XML, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => ESCAPED[character] as string);
}

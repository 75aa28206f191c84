import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A cell as LibreOffice read it: its type, its full value and the shown text. */
export interface ReadCell {
  readonly type: 'string' | 'float' | 'date' | 'currency' | 'boolean' | 'percentage' | 'time' | 'none';
  /** The stored value of a number or date. The shown text of any other cell. */
  readonly value: string;
  readonly shown: string;
}

export interface ReadRow {
  readonly sheet: number;
  readonly cells: readonly ReadCell[];
}

const END_OF_ROW = '</table:table-row>';
const CELL =
  /<table:(?:covered-)?table-cell(?<attributes>(?: [\w:-]+="[^"]*")*)(?:\/>|>(?<content>.*?)<\/table:(?:covered-)?table-cell>)/gs;

/** Reads every row that is not empty, sheet by sheet. @throws Error if a cell has a formula */
export async function* readFods(file: string): AsyncGenerator<ReadRow> {
  let sheet = 0;
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const parts = (rest + String(chunk)).split(END_OF_ROW);
    rest = parts.pop() ?? '';
    for (const part of parts) {
      sheet += part.split('<table:table ').length - 1;
      if (part.includes('table:formula=')) throw new Error(`${file} holds a formula: ${part.slice(0, 500)}`);
      const cells = [...part.matchAll(CELL)].flatMap(({ groups }) =>
        readCells(groups?.['attributes'] ?? '', groups?.['content'] ?? ''),
      );
      while (cells.at(-1)?.type === 'none') cells.pop();
      if (cells.length > 0) yield { sheet, cells };
    }
  }
}

/** LibreOffice writes equal neighbours once with a repeat count. Empty cells continue to the end of the sheet. */
function readCells(attributes: string, content: string): ReadCell[] {
  const attribute = (name: string): string | undefined => new RegExp(` office:${name}="([^"]*)"`).exec(attributes)?.[1];
  const shown = [...content.matchAll(/<text:p(?: [^>]*)?(?:\/>|>(.*?)<\/text:p>)/gs)]
    .map(([, text = '']) => plain(text))
    .join('\n');
  const type = (attribute('value-type') ?? 'none') as ReadCell['type'];
  const cell = { type, value: attribute('value') ?? attribute('date-value') ?? shown, shown };
  const times = Number(/ table:number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
  return Array.from({ length: Math.min(times, MOST_REPEATED) }, () => cell);
}

const MOST_REPEATED = 100;

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replaceAll('<text:tab/>', '\t')
    .replaceAll('<text:line-break/>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, sign: string) => SIGNS[sign] ?? '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Reads the rows of each `name-sheet.csv` as texts, in the order of the sheets. */
export async function* readCsv(folder: string, name: string): AsyncGenerator<readonly string[]> {
  const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.csv'));
  for (const file of files.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)))
    yield* readLines(join(folder, file));
}

async function* readLines(file: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const text = rest + String(chunk);
    // A line ends outside quotation marks only.
    let from = 0;
    let isQuoted = false;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === 34) isQuoted = !isQuoted;
      else if (sign === 10 && !isQuoted) {
        yield cellsOf(text.slice(from, at));
        from = at + 1;
      }
    }
    rest = text.slice(from);
  }
  if (rest !== '') yield cellsOf(rest);
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
  );

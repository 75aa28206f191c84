import { escapeLiteral, Query } from 'pg';
import { toWire } from './wire-values.ts';

/**
 * Sends a query as COPY … TO STDOUT, which PostgreSQL writes faster than rows. COPY takes no parameters, so `strings`
 * and `values` are joined to one text with quoted values.
 */
export class CopyQuery extends Query {
  readonly #take: (line: Buffer) => void;
  /** The error of `take`, which then gets no further row. The query itself goes on to its end. */
  failure: unknown;

  /** @param take gets each row with its line feed. The bytes are reused after the call. */
  constructor(
    { strings, values }: { readonly strings: readonly string[]; readonly values: readonly unknown[] },
    format: 'csv' | 'text',
    take: (line: Buffer) => void,
  ) {
    const query = strings.reduce((text, part, at) => `${text}${literal(values[at - 1])}${part}`);
    super({ text: `copy (${query}) to stdout (format ${format}, null '')` });
    this.#take = take;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    try {
      if (this.failure === undefined) this.#take(chunk);
    } catch (error) {
      this.failure = error;
    }
  }
}

function literal(value: unknown): string {
  const text = toWire(value);
  if (Buffer.isBuffer(text)) throw new TypeError('COPY takes no bytes');
  return text === null ? 'null' : escapeLiteral(text);
}

const ESCAPED = /\\(.)/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const unescape = (cell: string): string =>
  cell.replace(ESCAPED, (_escaped, character: string) => CONTROLS[character] ?? character);

/** The cells of a row in the format `text`. NULL is an empty text. */
export function copiedCells(line: Buffer): string[] {
  const text = line.toString('utf8', 0, line.length - 1);
  const cells = text.split('\t');
  return text.includes('\\') ? cells.map(unescape) : cells;
}

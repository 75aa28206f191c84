import { escapeLiteral, Query } from 'pg';
import { toWire } from './wire-values.ts';

/** A JSON document has no control characters, so nothing is quoted: each line is a document. */
const AS_JSON = "quote E'\\x01', delimiter E'\\x02'";

/**
 * Sends a query as COPY … TO STDOUT in CSV, or one column of JSON, which PostgreSQL writes faster than rows. COPY takes
 * no parameters, so `strings` and `values` are joined to one text with quoted values.
 */
export class CopyQuery extends Query {
  readonly #take: (line: Buffer) => void;

  /** @param take gets each row with its line feed. The bytes are reused after the call. */
  constructor(
    { strings, values }: { readonly strings: readonly string[]; readonly values: readonly unknown[] },
    format: 'csv' | 'json',
    take: (line: Buffer) => void,
  ) {
    const query = strings.reduce((text, part, at) => `${text}${literal(values[at - 1])}${part}`);
    super({ text: `copy (${query}) to stdout (format csv${format === 'json' ? `, ${AS_JSON}` : ''})` });
    this.#take = take;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#take(chunk);
  }
}

function literal(value: unknown): string {
  const text = toWire(value);
  if (Buffer.isBuffer(text)) throw new TypeError('COPY takes no bytes');
  return text === null ? 'null' : escapeLiteral(text);
}

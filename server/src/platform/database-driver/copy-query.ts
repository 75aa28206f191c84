import { escapeLiteral, Query } from 'pg';
import { toWire } from './wire-values.ts';

/**
 * Sends a query as COPY … TO STDOUT in CSV, which PostgreSQL writes faster than rows. COPY takes no parameters, so
 * `parts` and `values` are joined to one text with quoted values.
 */
export class CopyQuery extends Query {
  readonly #take: (line: Buffer) => void;

  /** @param take gets each row with its line feed. The bytes are reused after the call. */
  constructor(
    { strings, values }: { readonly strings: readonly string[]; readonly values: readonly unknown[] },
    take: (line: Buffer) => void,
  ) {
    const query = strings.reduce((text, part, at) => `${text}${literal(values[at - 1])}${part}`);
    super({ text: `copy (${query}) to stdout (format csv)` });
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

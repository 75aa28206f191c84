import { types, type PoolClient, type QueryResultRow, type Submittable } from 'pg';
import { keyOf } from './column-names.ts';
import { copyRow, toWire } from './wire-values.ts';

/** A statement; with a `name` the server prepares it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The rows of `copy … from stdin`. */
  readonly copied?: readonly (readonly unknown[])[];
  /** Returns the rows as texts, as the server sends them. Hot statements read them by position. */
  readonly asTexts?: boolean;
}

export type TextRow = readonly (string | null)[];

export interface StatementResult {
  readonly rows: QueryResultRow[];
  readonly texts: TextRow[];
  /** The number of rows that were read or changed. */
  readonly count: number;
  /** PostgreSQL's command tag: `INSERT 0 3`, `COMMIT`. */
  readonly tag: string;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The part of `pg`'s connection that a pipeline uses. `@types/pg` names only some of it. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** The statements that each connection has prepared under our names. */
const PREPARED = new WeakMap<object, Set<string>>();

/** Sends statements in one round trip, in order. The first failure skips the rest. */
export function runTogether(client: PoolClient, statements: readonly Statement[]): Promise<StatementResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(statements, resolve, reject) as Submittable);
  });
}

/** Speaks the extended protocol with one Sync at the end. `pg` passes it the server's messages one by one. */
class Pipeline {
  private readonly statements: readonly Statement[];
  private readonly resolve: (results: StatementResult[]) => void;
  private readonly reject: (error: unknown) => void;
  private readonly results: StatementResult[] = [];
  private readonly names: string[] = [];
  private known: Set<string> = new Set();
  private keys: readonly string[] = [];
  private parsers: ((text: string) => unknown)[] = [];
  private rows: QueryResultRow[] = [];
  private texts: TextRow[] = [];
  private failure: Error | undefined;

  constructor(
    statements: readonly Statement[],
    resolve: (results: StatementResult[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.statements = statements;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: object): Error | null {
    const wire = connection as Wire;
    this.known = PREPARED.get(connection) ?? new Set();
    PREPARED.set(connection, this.known);
    wire.stream.cork();
    try {
      for (const statement of this.statements) this.send(wire, statement);
    } catch (error) {
      // The transaction rolls back the statements that were already sent. The connection is not used again.
      this.failure = error as Error;
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    return null;
  }

  private send(wire: Wire, { name, text, values, copied, asTexts }: Statement): void {
    const statement = name === '' ? '' : `p-${name}`;
    const mapped = values.map(toWire);
    if (name === '' || !this.known.has(statement)) {
      // After a failure the statement may exist or not. Closing a missing one is no error.
      if (name !== '') wire.close({ type: 'S', name: statement });
      wire.parse({ name: statement, text });
      if (name !== '') this.names.push(statement);
    }
    wire.bind({ statement, values: mapped });
    if (copied === undefined && !asTexts) wire.describe({ type: 'P', name: '' });
    wire.execute({});
    if (copied === undefined) return;
    let rows = '';
    for (const row of copied) rows += copyRow(row);
    wire.sendCopyFromChunk(Buffer.from(rows));
    wire.endCopyFrom();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.keys = fields.map(({ name }) => keyOf(name));
    this.parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown);
  }

  handleDataRow({ fields: texts }: { fields: TextRow }): void {
    if (this.failure) return;
    if (this.statements[this.results.length]?.asTexts) {
      this.texts.push(texts);
      return;
    }
    try {
      const row: QueryResultRow = {};
      for (let i = 0; i < texts.length; i += 1) {
        const text = texts[i] as string | null;
        row[this.keys[i] as string] = text === null ? null : this.parsers[i]?.(text);
      }
      this.rows.push(row);
    } catch (error) {
      this.failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    this.results.push({ rows: this.rows, texts: this.texts, count, tag: text });
    this.rows = [];
    this.texts = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** The rows are already sent. */
  handleCopyInResponse(): void {}

  handlePortalSuspended(): void {}

  handleError(error: unknown): void {
    this.reject(this.failure ?? error);
  }

  handleReadyForQuery(): void {
    for (const name of this.names) this.known.add(name);
    if (this.failure) this.reject(this.failure);
    else this.resolve(this.results);
  }
}

import type { PoolClient, QueryResultRow } from 'pg';
import { keyOf } from './column-names.ts';
import type { SessionClient } from './session.ts';
import { toWire } from './wire-values.ts';

/** A statement; with a `name` the server prepares it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Returns the rows as texts, as the server sends them. Hot statements read them by position. */
  readonly asTexts?: boolean;
}

export type TextRow = readonly (string | null)[];

export interface StatementResult {
  /** Empty with `asTexts`. */
  readonly rows: QueryResultRow[];
  /** Empty without `asTexts`. */
  readonly texts: TextRow[];
  /** The number of rows that were read or changed. */
  readonly count: number;
  /** `INSERT`, `COMMIT`. */
  readonly command: string;
}

const TEXTS = { getTypeParser: () => (text: string) => text } as never;

/**
 * Sends the statements of one transaction in one round trip, in order. After a failure PostgreSQL refuses the rest until
 * the rollback. @throws the first failure
 */
export async function runTogether(client: PoolClient, statements: readonly Statement[]): Promise<StatementResult[]> {
  const { socket } = client as PoolClient & Pick<SessionClient, 'socket'>;
  socket.cork();
  const sent = statements.map((statement) => send(client, statement));
  socket.uncork();
  const results = await Promise.allSettled(sent);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function send(client: PoolClient, { name, text, values, asTexts }: Statement): Promise<StatementResult> {
  const named = name === '' ? {} : { name: `p-${name}` };
  const { rows, fields, rowCount, command } = await client.query<(string | null)[]>({
    ...named,
    text,
    values: values.map(toWire),
    rowMode: 'array',
    ...(asTexts && { types: TEXTS }),
  });
  const result = { rows: [], texts: [], count: rowCount ?? 0, command };
  if (asTexts) return { ...result, texts: rows };
  const keys = fields.map((field) => keyOf(field.name));
  return { ...result, rows: rows.map((row) => Object.fromEntries(row.map((value, at) => [keys[at], value]))) };
}

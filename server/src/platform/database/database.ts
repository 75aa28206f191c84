import { Pool, type PoolConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { systemClock, type Clock } from '#platform/clock/index.ts';
import type { Config } from '#platform/config/index.ts';
import {
  copiedCells,
  CopyQuery,
  RowsQuery,
  SessionClient,
  toWire,
  type SessionConfig,
} from '#platform/database-driver/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { rowReaders, type RowReaders } from './row-readers.ts';
import type { Sql } from './sql.ts';

/** Runs SQL: the pool or one transaction. */
export interface Queryable extends RowReaders {
  /** The number of rows that a statement changed. */
  execute(statement: Sql): Promise<number>;
  /** A statement that the server prepares once per connection under `name`: for hot, fixed texts. */
  prepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Runs a query and passes each row as a line of CSV. Its bytes are reused after the call. */
  copyLines(query: Sql, take: (line: Buffer) => void): Promise<void>;
  /** Runs a query and passes each row as texts, while the next ones are read. NULL is an empty text. */
  copyCells<Cells extends readonly string[]>(query: Sql, take: (cells: Cells) => void): Promise<void>;
  /** For the job queue, which sends its own statements: rows have the columns' own names. */
  readonly pool: Pool;
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Maximum wait for a free connection. Finding a host and connecting to it may take twice connectMs. */
const MOST_WAIT_MS = 10_000;

/** Opens a pool. Nothing is connected until the first statement. */
export function openDatabase(config: PoolConfig & SessionConfig, logger: Logger, clock: Clock = systemClock): Database {
  const pool = new Pool({
    max: 10,
    connectionTimeoutMillis: Math.max(MOST_WAIT_MS, 2 * (config.connectMs ?? 0)),
    idleTimeoutMillis: 30_000,
    application_name: 'muneem',
    ...config,
    Client: SessionClient,
  });
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) logger.warn({ reason: error.message }, 'an idle database connection broke');
  });
  const rowsOf = async <Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]> => {
    // The type declarations say that a pool returns the statement itself.
    const { name, text, values = [] } = statement;
    const query = { ...(name === undefined ? {} : { name }), text, values: values.map(toWire) };
    const result = pool.query(new RowsQuery(query)) as unknown as Promise<QueryResult<Row>>;
    return (await result).rows;
  };
  return {
    pool,
    clock,
    ...rowReaders(rowsOf),
    execute: async ({ text, values }) => (await pool.query(text, values.map(toWire))).rowCount ?? 0,
    prepared: (name, text, values) => rowsOf({ name, text, values: values as unknown[] }),
    copyLines: (query, take) => copy(pool, new CopyQuery(query, 'csv', take)),
    copyCells: <Cells extends readonly string[]>(query: Sql, take: (cells: Cells) => void) =>
      copy(pool, new CopyQuery(query, 'text', (line) => take(copiedCells(line) as readonly string[] as Cells))),
    async close() {
      if (closing) return;
      closing = true;
      await pool.end();
    },
  };
}

interface CopyClient {
  query(query: CopyQuery, done: (error?: Error | null) => void): unknown;
}

/** Passes a callback: pg returns no promise for such a query, and its error would end the process. */
const copy = (to: object, query: CopyQuery): Promise<void> =>
  new Promise((resolve, reject) => {
    (to as CopyClient).query(query, (error) => {
      const failure = error ?? query.failure;
      if (failure) reject(failure);
      else resolve();
    });
  });

/** Like `copyLines`, in one snapshot and without a time limit. */
export async function copyInSnapshot({ pool }: Database, query: Sql, take: (line: Buffer) => void): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only; set local statement_timeout = 0');
    await copy(client, new CopyQuery(query, 'csv', take));
    await client.query('commit');
    client.release();
  } catch (error) {
    // Closing the connection ends the transaction.
    client.release(error as Error);
    throw error;
  }
}

/** Reads the settings that limit the sessions of the server's own pool. */
export const sessionLimits = (config: Config): Required<Pick<SessionConfig, 'connectMs' | 'limits'>> => ({
  connectMs: config.DATABASE_CONNECT_TIMEOUT_S * 1_000,
  limits: {
    statementMs: config.DATABASE_STATEMENT_TIMEOUT_S * 1_000,
    lockMs: config.DATABASE_LOCK_TIMEOUT_S * 1_000,
    idleInTransactionMs: config.DATABASE_IDLE_TRANSACTION_TIMEOUT_S * 1_000,
  },
});

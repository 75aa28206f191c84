import { setTimeout as delay } from 'node:timers/promises';
import { Pool, types, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg';
import { systemClock, type Clock } from '#platform/clock/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { outageOf, sqlState } from './outage.ts';
import { runTogether, type Statement, type StatementResult, type TextRow } from './pipeline.ts';
import { SessionClient, type SessionConfig } from './session.ts';
import type { Sql } from './sql.ts';
import { StaleCaches } from './stale-caches.ts';
import type { TableColumns } from './table-columns.ts';
import { copyRow } from './wire-values.ts';

/** Where SQL can be run: the pool itself, or one transaction. */
export interface Queryable {
  /** The rows of one statement. */
  query<Row extends QueryResultRow>(statement: Sql): Promise<Row[]>;
  /** The number of rows that a statement changed. */
  execute(statement: Sql): Promise<number>;
  /** A statement that the server prepares once per connection under `name`: for hot, fixed texts. */
  prepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** One transaction on one connection. A function that takes a `Tx` takes part in its caller's transaction. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** When the transaction began, by the server's clock: dates the rows that have no time of their own. */
  readonly now: Date;
  /**
   * Does a statement whose answer nobody needs with the next one that is waited for, at the latest with the commit:
   * it costs no round trip of its own. If it fails, that next one does.
   */
  later(name: string, text: string, values: readonly unknown[]): void;
  /** Like `later`: adds rows to a table by COPY, the cheapest way in. */
  copyLater<Item>(columns: TableColumns<Item>, items: readonly Item[]): void;
  /**
   * Several prepared statements in one round trip, each with a snapshot of its own. @returns the rows of each, as texts in
   * the order of their columns: a hot statement's reader knows what they are
   */
  together(statements: readonly Pick<Statement, 'name' | 'text' | 'values'>[]): Promise<TextRow[][]>;
}

export interface Database extends Queryable {
  readonly pool: Pool;
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Codes after which the same transaction may be tried again (serialization, deadlock, administrator shutdown). */
const RETRYABLE = new Set(['40001', '40P01', '57P01']);
const MAX_TRIES = 5;

const INT8_OID = 20;
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of JavaScript's range: ${text}`);
  return value;
});
const DATE_OID = 1082;
types.setTypeParser(DATE_OID, (text) => text);

/** The wait for a free connection; finding a host and connecting to it may take twice connectMs. */
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
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await pool.end();
  };
  return { pool, clock, ...queryable(pool), close };
}

function queryable(client: Pool | PoolClient): Queryable {
  return {
    query: async <Row extends QueryResultRow>(statement: Sql) =>
      (await client.query<Row>(statement.text, statement.values)).rows,
    execute: async (statement) => (await client.query(statement.text, statement.values)).rowCount ?? 0,
    prepared: async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      (await client.query<Row>({ name, text, values: values as unknown[] })).rows,
  };
}

/** The statements of one transaction; what is queued goes with the next that is waited for. */
function createTx(client: PoolClient, now: Date): Tx & { readonly commit: () => Promise<unknown> } {
  let queued: Statement[] = [unnamed('begin')];
  const run = (statements: readonly Statement[]): Promise<StatementResult[]> => {
    const all = [...queued, ...statements];
    queued = [];
    return runTogether(client, all);
  };
  const runOne = async (statement: Statement): Promise<StatementResult> =>
    (await run([statement])).at(-1) as StatementResult;
  return {
    inTransaction: true,
    now,
    query: async <Row extends QueryResultRow>({ text, values }: Sql) =>
      (await runOne({ name: '', text, values })).rows as Row[],
    execute: async ({ text, values }) => (await runOne({ name: '', text, values })).count,
    prepared: async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      (await runOne({ name, text, values })).rows as Row[],
    later: (name, text, values) => void queued.push({ name, text, values }),
    copyLater: ({ table, names, valuesOfOne }, items) => {
      if (items.length === 0) return;
      let copied = '';
      for (const item of items) copied += copyRow(valuesOfOne(item));
      queued.push({ name: `copy-${table}`, text: `copy ${table} (${names}) from stdin`, values: [], copied });
    },
    together: async (statements) => {
      const results = await run(statements.map((statement) => ({ ...statement, asTexts: true })));
      return results.slice(-statements.length).map(({ texts }) => texts);
    },
    async commit() {
      // After a failed statement that somebody swallowed PostgreSQL answers a commit by rolling back, without an error.
      const { tag } = await runOne(unnamed('commit'));
      if (tag !== 'COMMIT') throw new Error(`the transaction was rolled back instead of committed (${tag})`);
    },
  };
}

const unnamed = (text: string): Statement => ({ name: '', text, values: [] });

/**
 * Runs `work` in one READ COMMITTED transaction and commits. Deadlocks, serialization failures and stale caches are tried
 * again (up to 5 times, with jitter), so `work` must have no effect outside its transaction.
 */
export async function transaction<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await database.pool.connect();
    let broken: Error | undefined;
    let prepare = (): Promise<unknown> => delay(Math.random() * 20 * attempt);
    try {
      const tx = createTx(client, database.clock.now());
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      try {
        await client.query('rollback');
      } catch (rollbackError) {
        broken = rollbackError as Error;
      }
      // Another host may accept writes: the next connection looks for it.
      if (outageOf(error) === 'read-only') broken = error as Error;
      if (error instanceof StaleCaches) prepare = error.catchUp;
      if (attempt >= MAX_TRIES || !isRetryable(error)) throw error;
    } finally {
      client.release(broken);
    }
    await prepare();
  }
}

/**
 * Lifts the statement timeout for the rest of the transaction: for work that grows with the whole database. A dead
 * connection is still found.
 */
export const allowLongStatements = (tx: Tx): void =>
  tx.later('allow-long', "select set_config('statement_timeout', '0', true)", []);

/** The name of the constraint that a statement broke, if that is why it failed. */
export const brokenConstraint = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

function isRetryable(error: unknown): boolean {
  if (error instanceof StaleCaches) return true;
  const code = sqlState(error);
  return code !== undefined && RETRYABLE.has(code);
}

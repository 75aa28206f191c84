import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient, QueryResultRow } from 'pg';
import {
  outageOf,
  runTogether,
  sqlState,
  type Statement,
  type StatementResult,
  type TextRow,
} from '#platform/database-driver/index.ts';
import type { Database, Queryable } from './database.ts';
import { rowReaders } from './row-readers.ts';
import { sql, type Sql } from './sql.ts';
import type { TableColumns } from './table-columns.ts';

/** One transaction on one connection. A function that takes a `Tx` takes part in its caller's transaction. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** When the transaction began, by the server's clock: dates the rows that have no time of their own. */
  readonly now: Date;
  /** True after `StaleCaches`: the caches have every change that was committed before the first try. */
  readonly hasCaughtUp: boolean;
  /**
   * Queues a statement without an answer. It goes out with the next statement that is awaited, at the latest with the
   * commit, and costs no round trip. If it fails, that next one fails.
   */
  later(name: string, text: string, values: readonly unknown[]): void;
  /** Like `later`: adds rows to a table. Calls for one table in one transaction name the same columns. */
  insertLater<Item>(columns: TableColumns<Item>, items: readonly Item[]): void;
  /**
   * Sends several prepared statements in one round trip. Each has its own snapshot.
   * @returns the rows of each, as texts in the order of their columns
   */
  together(statements: readonly Pick<Statement, 'name' | 'text' | 'values'>[]): Promise<TextRow[][]>;
}

/** SQLSTATEs of a serialization failure and a deadlock. PostgreSQL has rolled the transaction back. */
const ROLLED_BACK = new Set(['40001', '40P01']);
/** SQLSTATE of a session that an administrator ended. During the commit the outcome is unknown. */
const SHUTDOWN = '57P01';
const MAX_TRIES = 5;

/**
 * Runs `work` in one READ COMMITTED transaction and commits. Tries up to 5 times, with jitter, after a deadlock, a
 * serialization failure, a stale cache, or a server shutdown before the commit. So `work` must have no effect outside
 * its transaction. A commit with an unknown outcome is never retried.
 */
export async function transaction<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { client, result } = await commit(database, work);
  client.release();
  return result;
}

/**
 * Like `transaction`, but does not wait for the disk, so that locks end sooner. A crash may undo the commit: wait for
 * `durable` before an answer or any other effect. It rejects if the outcome is unknown.
 */
export async function transactionUnflushed<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ readonly result: Result; readonly durable: Promise<void> }> {
  const { client, result } = await commit(database, (tx) => {
    tx.later('commit-unflushed', 'set local synchronous_commit = off', []);
    return work(tx);
  });
  return { result, durable: flush(client) };
}

/**
 * PostgreSQL flushes its log in order: the commit of this message makes earlier ones durable, also on a synchronous
 * standby. Another connection may lead to a server that took over without them.
 */
async function flush(client: PoolClient): Promise<void> {
  try {
    await client.query("select pg_logical_emit_message(true, 'muneem', '')");
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** @returns the result, and the connection, which the caller releases */
async function commit<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ client: PoolClient; result: Result }> {
  let hasCaughtUp = false;
  for (let attempt = 1; ; attempt += 1) {
    const client = await database.pool.connect();
    let broken: Error | undefined;
    let isCommitting = false;
    let prepare = (): Promise<unknown> => delay(Math.random() * 20 * attempt);
    try {
      const tx = createTx(client, database.clock.now(), hasCaughtUp);
      const result = await work(tx);
      isCommitting = true;
      await tx.commit();
      return { client, result };
    } catch (error) {
      try {
        await client.query('rollback');
      } catch (rollbackError) {
        broken = rollbackError as Error;
      }
      // Another host may accept writes: the next connection looks for it.
      if (outageOf(error) === 'read-only') broken = error as Error;
      if (error instanceof StaleCaches) prepare = async () => (await error.catchUp(), (hasCaughtUp = true));
      client.release(broken);
      if (attempt >= MAX_TRIES || !isRetryable(error, isCommitting)) throw error;
    }
    await prepare();
  }
}

/** The statements of one transaction. Queued ones go out with the next one that is awaited. */
function createTx(
  client: PoolClient,
  now: Date,
  hasCaughtUp: boolean,
): Tx & { readonly commit: () => Promise<unknown> } {
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
    hasCaughtUp,
    ...rowReaders(
      async <Row extends QueryResultRow>({ text, values }: Sql) =>
        (await runOne({ name: '', text, values })).rows as Row[],
    ),
    execute: async ({ text, values }) => (await runOne({ name: '', text, values })).count,
    prepared: async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      (await runOne({ name, text, values })).rows as Row[],
    later: (name, text, values) => void queued.push({ name, text, values }),
    insertLater: ({ table, names, parameters, valuesOf }, items) => {
      if (items.length === 0) return;
      const text = `insert into ${table} (${names}) select * from unnest(${parameters()})`;
      queued.push({ name: `insert-${table}`, text, values: valuesOf(items) });
    },
    together: async (statements) => {
      const results = await run(statements.map((statement) => ({ ...statement, asTexts: true })));
      return results.slice(-statements.length).map(({ texts }) => texts);
    },
    async commit() {
      // If the caller swallowed a failed statement, PostgreSQL answers a commit by rolling back, without an error.
      const { command } = await runOne(unnamed('commit'));
      if (command !== 'COMMIT') throw new Error(`the transaction was rolled back instead of committed (${command})`);
    },
  };
}

const unnamed = (text: string): Statement => ({ name: '', text, values: [] });

/** Thrown in a transaction that needs newer caches: `transaction` rolls it back, catches up, and runs it again. */
export class StaleCaches extends Error {
  override readonly name = 'StaleCaches';
  readonly catchUp: () => Promise<void>;
  constructor(catchUp: () => Promise<void>) {
    super('the caches of this server are older than the rows that the transaction reads');
    this.catchUp = catchUp;
  }
}

function isRetryable(error: unknown, isCommitting: boolean): boolean {
  if (error instanceof StaleCaches) return true;
  const code = sqlState(error) ?? '';
  return ROLLED_BACK.has(code) || (code === SHUTDOWN && !isCommitting);
}

/** Limits how long a dry run waits for the locks of real transactions. */
const DRY_RUN_LOCK_MS = 3_000;

/** Dry run: runs `work` and rolls it back. @returns its result */
export async function dryRun<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const rollback = new Error('a dry run is never committed');
  let result: Result | undefined;
  try {
    await transaction(database, async (tx) => {
      await tx.query(sql`select set_config('lock_timeout', ${String(DRY_RUN_LOCK_MS)}, true)`);
      result = await work(tx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return result as Result;
}

/**
 * Lifts the statement timeout for the rest of the transaction: for work that grows with the whole database. A dead
 * connection is still found.
 */
export const allowLongStatements = (tx: Tx): void =>
  tx.later('allow-long', "select set_config('statement_timeout', '0', true)", []);

/** Returns the name of the constraint that a failed statement violated, if any. */
export const brokenConstraint = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

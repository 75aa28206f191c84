import type { Database } from './database.ts';
import { sql } from './sql.ts';
import type { Tx } from './transaction.ts';

/**
 * Commits without waiting for the disk, so that shared rows are not locked meanwhile. A crash may undo the commit:
 * call `flushCommits` before an answer or any other effect.
 */
export const commitUnflushed = (tx: Tx): void => tx.later('commit-unflushed', 'set local synchronous_commit = off', []);

/**
 * Makes all earlier commits durable, also on a synchronous standby. The write-ahead log is flushed in order, so the
 * commit of a message that is written now takes them along.
 */
export const flushCommits = (database: Database): Promise<unknown> =>
  database.execute(sql`select pg_logical_emit_message(true, 'muneem', '')`);

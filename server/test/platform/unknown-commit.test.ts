import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, sql, transaction, type Database } from '#platform/database/index.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { toAppError } from '#platform/http/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase } from '../test-database.ts';

const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterS: 5 }) as unknown;

const open = (connectionString: string): Database => {
  const database = openDatabase({ connectionString, max: 2 }, createLogger('silent'));
  onTestFinished(() => database.close());
  return database;
};

test('does not repeat a transaction whose session ends during the commit', async () => {
  const { connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  const database = open(connection.connectionString);
  await database.pool.query(`
    create table t (n int);
    create function end_session() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger at_commit after insert on t deferrable initially deferred
      for each row execute function end_session()`);
  let runs = 0;
  const committing = transaction(database, async (tx) => {
    runs += 1;
    await tx.execute(sql`insert into t values (1)`);
  });
  expect(await committing.catch(toAppError)).toEqual(unavailable);
  expect(runs).toBe(1);
});

test('reports a commit that no standby has confirmed as an outage', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-standby-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, settings: { wal_level: 'replica', max_wal_senders: '2' } });
  onTestFinished(() => server.stop());
  const database = open(server.superuserUrl);
  await database.pool.query('create table t (n int)');
  await database.pool.query("alter system set synchronous_standby_names = 'missing'");
  await database.pool.query('select pg_reload_conf()');
  let writes = 0;
  /** Writes until a commit waits for the standby: the setting is in force a moment later. Then ends the wait. */
  const endWait = async (write: () => Promise<unknown>): Promise<unknown> => {
    for (;;) {
      let hasEnded = false;
      writes += 1;
      const outcome = write()
        .catch(toAppError)
        .finally(() => (hasEnded = true));
      // If an operator or a shutdown ends the wait, PostgreSQL reports success with a warning.
      const cancel = sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
      while (!hasEnded) if ((await database.query(cancel)).length > 0) return outcome;
    }
  };
  const insert = sql`insert into t values (1)`;
  for (const write of [() => transaction(database, (tx) => tx.execute(insert)), () => database.execute(insert)])
    expect(await endWait(write)).toEqual(unavailable);
  expect(await database.query(sql`select n from t`)).toHaveLength(writes);
});

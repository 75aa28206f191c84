import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkLedger } from '#features/ledger/index.ts';
import { systemClock } from '#platform/clock/index.ts';
import {
  copyInSnapshot,
  migrate,
  openDatabase,
  sql,
  transaction,
  type Database,
  type Tx,
} from '#platform/database/index.ts';
import { toAppError } from '#platform/http/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { openDatabaseLine, type DatabaseLine } from '../database-line.ts';
import { createTestDatabase } from '../test-database.ts';

const testDatabase = await createTestDatabase();
const database = openDatabase({ ...testDatabase.connection, max: 2 }, createLogger('silent'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('fails only the transaction, not the process, when its connection breaks between statements', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.prependListener('uncaughtException', note);
  try {
    const error: unknown = await transaction(database, async (tx) => {
      const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await database.query(sql`select pg_terminate_backend(${row?.pid})`);
      await wait(100);
      return tx.query(sql`select 1`);
    }).catch((thrown: unknown) => thrown);
    expect(toAppError(error).code).toBe('unavailable');
    const next = await transaction(database, (tx) => tx.query(sql`select 1 as one`));
    expect(next).toEqual([{ one: 1 }]);
  } finally {
    process.off('uncaughtException', note);
  }
  expect(uncaught).toEqual([]);
});

test('gives rows camelCase keys in and outside a transaction, and not to the pool itself or JSON', async () => {
  const statement = sql`select 1 as paid_out, '{"sub_id":1}'::jsonb as smart_poll_data, 2 as p1, 3 as "smart-poll"`;
  const rows = [{ paidOut: 1, smartPollData: { sub_id: 1 }, p1: 2, 'smart-poll': 3 }];
  expect(await database.query(statement)).toEqual(rows);
  expect(await database.prepared('keys', statement.text, [])).toEqual(rows);
  expect(await transaction(database, (tx) => tx.query(statement))).toEqual(rows);
  expect((await database.pool.query<object>(statement.text)).rows[0]).toHaveProperty('paid_out');
});

test('rejects a copy whose query or receiver fails, and uses the connection again', async () => {
  const rows = (zero: number) => sql`select 1 / (n - ${zero}::int) from generate_series(1, 10000) n`;
  const full = () => {
    throw new Error('disk full');
  };
  for (const copy of [database.copyLines, copyInSnapshot.bind(undefined, database)]) {
    await expect(copy(rows(9_000), () => undefined)).rejects.toThrow('division by zero');
    await expect(copy(rows(0), full)).rejects.toThrow('disk full');
    let lines = 0;
    await copy(rows(0), () => void (lines += 1));
    expect(lines).toBe(10_000);
  }
});

test('rejects a transaction that swallows a failed statement', async () => {
  const swallowing = transaction(database, async (tx) => {
    await tx.query(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('rolled back instead of committed');
});

describe('timeouts', () => {
  /** The other limits are long: the time that a statement and a pause take depends on the machine. */
  const limitedTo = (limit: { statementMs?: number; lockMs?: number; idleInTransactionMs?: number }): Database => {
    const limits = { statementMs: 10_000, lockMs: 10_000, idleInTransactionMs: 10_000, ...limit };
    const limited = openDatabase({ ...testDatabase.connection, limits, max: 2 }, createLogger('silent'));
    onTestFinished(() => limited.close());
    return limited;
  };
  const busy = { code: 'unavailable', userMessage: expect.stringContaining('too busy') as string };
  const outcome = (work: Promise<unknown>) => work.then(() => 'done', toAppError);

  test('end a slow statement, lock wait and idle transaction with 503', async () => {
    expect(await outcome(limitedTo({ statementMs: 500 }).query(sql`select pg_sleep(20)`))).toMatchObject(busy);
    const take = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(1)`);
    await transaction(database, async (tx) => {
      await take(tx);
      expect(await outcome(transaction(limitedTo({ lockMs: 50 }), take))).toMatchObject(busy);
    });
    const idle = transaction(limitedTo({ idleInTransactionMs: 500 }), async (tx) => {
      const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_advisory_xact_lock(1)`);
      const connections = sql`select 1 from pg_stat_activity where pid = ${row?.pid}`;
      await expect.poll(() => database.query(connections)).toEqual([]);
      return tx.query(sql`select 1`);
    });
    expect(await outcome(idle)).toMatchObject({ code: 'unavailable' });
    expect(await outcome(transaction(database, take))).toBe('done');
  });

  test('do not apply to work that grows with the database', async () => {
    // A division by zero if a limit applies.
    const openHolds = sql`
      select 0::bigint as user_id, 0::bigint as coins where 1 / (current_setting('statement_timeout') = '0')::int = 0`;
    expect((await checkLedger(limitedTo({}), { clock: systemClock, openHolds })).breaches).toEqual([]);
  });
});

test('fail over to the host that accepts writes', async () => {
  const lines = [
    await openDatabaseLine(testDatabase.connection.connectionString),
    await openDatabaseLine(testDatabase.connection.connectionString),
  ];
  const [first, second] = lines as [DatabaseLine, DatabaseLine];
  const url = first.connectionString.replace(/:\d+\//, `:${first.port},127.0.0.1:${second.port}/`);
  const connectionString = `${url}?target_session_attrs=read-write`;
  const several = openDatabase({ connectionString, max: 2 }, createLogger('silent'));
  onTestFinished(async () => {
    await several.close();
    for (const line of lines) await line.close();
  });
  const write = () =>
    several.execute(sql`update cache_versions set version = version + 1 where topic = 'offers'`).catch(toAppError);

  first.demote();
  expect(await migrate({ connectionString })).toEqual([]);
  expect(await write()).toBe(1);
  second.demote();
  const readOnly = { code: 'unavailable', userMessage: expect.stringContaining('no changes') as string };
  await expect.poll(write).toMatchObject(readOnly);
  first.promote();
  await expect.poll(write).toBe(1);
  await second.cut();
  first.demote();
  first.promote();
  await expect.poll(write).toBe(1);
});

test('does not wait for a silent host once a standby has answered', async () => {
  const [silent, standby] = [
    await openDatabaseLine(testDatabase.connection.connectionString),
    await openDatabaseLine(testDatabase.connection.connectionString),
  ];
  const connectionString = silent.connectionString.replace(/:\d+\//, `:${silent.port},127.0.0.1:${standby.port}/`);
  const several = openDatabase({ connectionString, connectMs: 60_000, max: 2 }, createLogger('silent'));
  onTestFinished(async () => {
    await several.close();
    await silent.close();
    await standby.close();
  });
  silent.freeze();
  standby.demote();
  // The next attempt may find the host that was promoted.
  await expect(several.query(sql`select 1`)).rejects.toThrow(/does not answer.*is read-only/);
});

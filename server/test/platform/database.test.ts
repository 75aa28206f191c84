import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, sql, transaction, type Database } from '#platform/database/index.ts';
import { toAppError } from '#platform/http/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ ...testDatabase.connection, max: 2 }, createLogger('silent'));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('a connection that breaks between two statements of a transaction fails that work, not the process', async () => {
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

test('work that swallows a failed statement is not said to be committed', async () => {
  const swallowing = transaction(database, async (tx) => {
    await tx.query(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('rolled back instead of committed');
});

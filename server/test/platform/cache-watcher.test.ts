import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, watchCaches, type CacheWatcher, type Database } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase } from '#test/test-database.ts';

const logger = createLogger('silent');
const testDatabase = await createTestDatabase();
const database = openDatabase(testDatabase.connection, logger);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function watch(source: Database): CacheWatcher {
  const caches = watchCaches(source, logger);
  onTestFinished(() => caches.stop());
  return caches;
}

test('catches up although the machine pauses longer than a database may take', async () => {
  const done = watch(database).catchUp();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  await done;
});

test('fails to catch up with a database that does not answer', async () => {
  const silent = { ...database, query: () => new Promise<never>(() => undefined) };
  await expect(watch(silent).catchUp()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

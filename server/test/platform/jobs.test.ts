import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, transaction } from '#platform/database/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { openDatabaseLine } from '#test/database-line.ts';
import { createErrorLog } from '#test/error-log.ts';
import { createTestDatabase } from '#test/test-database.ts';

const { logger, errors: logged } = createErrorLog();
const testDatabase = await createTestDatabase();
const drop = () => testDatabase.drop();
const connectionString = testDatabase.serverConnection.connectionString;
const database = openDatabase(testDatabase.serverConnection, logger);
const jobs = createJobs(database, logger);
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await drop();
});

test('retries only the failed job of a batch, and names it in the log', async () => {
  const runs: number[] = [];
  jobs.define<{ n: number }>({
    name: 'ten-at-once',
    batchSize: 10,
    retryDelayS: 1,
    handle: async ({ n }) => {
      runs.push(n);
      if (n === 3 && runs.filter((each) => each === 3).length === 1) throw new Error('the third one fails once');
    },
  });
  await jobs.start();
  await transaction(database, async (tx) => {
    for (let n = 0; n < 10; n += 1) await jobs.enqueue(tx, 'ten-at-once', { n });
  });
  const states = async () =>
    (await database.pool.query<{ state: string }>(`select state from jobs.job where name = 'ten-at-once'`)).rows.map(
      ({ state }) => state,
    );
  await expect.poll(states, { timeout: 20_000 }).toEqual(Array(10).fill('completed'));
  expect(runs.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9]);
  expect(logged).toMatchObject([{ job: 'ten-at-once', err: { message: 'the third one fails once' } }]);
});

test('runs jobs again after its connections died silently', async () => {
  const line = await openDatabaseLine(connectionString);
  const { logger, errors: lost } = createErrorLog();
  const distant = openDatabase({ connectionString: line.connectionString, connectMs: 3_000, max: 4 }, logger);
  const worker = createJobs(distant, logger);
  onTestFinished(async () => {
    await worker.stop();
    await distant.close();
    await line.close();
  });
  let runs = 0;
  worker.define({ name: 'after-an-outage', handle: async () => void (runs += 1) });
  await worker.start();
  line.freeze();
  await expect.poll(() => lost.length, { timeout: 30_000 }).toBeGreaterThan(0);
  line.thaw();
  await transaction(database, (tx) => jobs.enqueue(tx, 'after-an-outage', {}));
  await expect.poll(() => runs, { timeout: 30_000 }).toBe(1);
});

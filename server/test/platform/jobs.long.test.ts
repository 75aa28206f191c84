import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, sql, transaction } from '#platform/database/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { createErrorLog } from '#test/error-log.ts';
import { createTestDatabase } from '#test/test-database.ts';

/** The queue looks for such jobs once a minute. */
test('runs a job again whose server died', async () => {
  const testDatabase = await createTestDatabase();
  const { logger, errors } = createErrorLog();
  const database = openDatabase(testDatabase.serverConnection, logger);
  const jobs = createJobs(database, logger);
  onTestFinished(async () => {
    await jobs.stop();
    await database.close();
    await testDatabase.drop();
  });
  let runs = 0;
  jobs.define({ name: 'left-behind', expireInS: 30, retryDelayS: 1, handle: async () => void (runs += 1) });
  await jobs.start();
  await transaction(database, async (tx) => {
    await jobs.enqueue(tx, 'left-behind', {});
    await tx.execute(
      sql`update jobs.job set state = 'active', started_on = now() - interval '1 hour' where name = 'left-behind'`,
    );
  });
  await expect.poll(() => runs, { timeout: 120_000 }).toBe(1);
  expect(errors).toEqual([]);
});

import { expect, test } from 'vitest';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();

/** Limits the temporary files of the server's new connections. PostgreSQL meets the limit where it meets a full disk. */
async function limitRoom(kilobytes: number): Promise<void> {
  const { pool } = app.database;
  const { rows } = await app.serverDatabase.pool.query<{ setting: string }>(
    `select format('alter role %I in database %I set temp_file_limit = ', current_user, current_database()) as setting`,
  );
  await pool.query(`${rows[0]?.setting}${kilobytes}`);
  await pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename <> current_user`);
}

test('is not ready while the disk of the database has no room', async () => {
  const ready = async () => {
    const { status, body } = await app.call<{ status: string }>('GET', '/readyz');
    return [status, body.status];
  };
  expect(await ready()).toEqual([200, 'ready']);
  await limitRoom(0);
  await expect.poll(ready).toEqual([503, 'database disk full']);
  expect((await app.call('GET', '/healthz')).status).toBe(200);
  await limitRoom(1_024);
  await expect.poll(ready).toEqual([200, 'ready']);
});

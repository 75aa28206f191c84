import type { Database } from './database.ts';

/**
 * Takes a lock that one process in the whole cluster can have, and never waits for it. The lock lives on a connection of
 * its own and ends with it, so that a process that died holds nothing.
 * @returns what gives it back, or undefined while somebody has it
 */
export async function tryLock({ pool }: Database, name: string): Promise<(() => Promise<void>) | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    );
    if (rows[0]?.taken !== true) {
      client.release();
      return undefined;
    }
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  return () =>
    client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
      () => client.release(),
      // The connection is closed then, and the lock with it.
      (error: unknown) => client.release(error as Error),
    );
}

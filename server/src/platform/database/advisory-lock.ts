import type { Database } from './database.ts';

/**
 * Takes a lock that only one process of the cluster can hold. Never waits. The lock ends with its own connection, so a
 * dead process holds nothing.
 * @returns a function that releases the lock, or undefined while another process holds it
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
      // Closing the connection releases the lock.
      (error: unknown) => client.release(error as Error),
    );
}

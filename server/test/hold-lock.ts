import type { PoolClient } from 'pg';
import { onTestFinished } from 'vitest';
import type { Database } from '#platform/database/index.ts';

interface HeldLock {
  readonly client: PoolClient;
  /** Commits, so that the waiting transactions continue. */
  release(): Promise<void>;
}

/** Runs a statement in a transaction of its own that stays open until the release, at the latest until the end of the test. */
export async function holdLock({ pool }: Database, text: string, values: unknown[] = []): Promise<HeldLock> {
  const client = await pool.connect();
  let isHeld = true;
  onTestFinished(() => {
    if (isHeld) client.release(true);
  });
  await client.query('begin');
  await client.query(text, values);
  return {
    client,
    async release() {
      await client.query('commit');
      isHeld = false;
      client.release();
    },
  };
}

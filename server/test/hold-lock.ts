import type { PoolClient } from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '#platform/database/index.ts';
import { countLockWaits } from './lock-waits.ts';

/** A statement and its values. */
type Lock = readonly [text: string, values?: unknown[]];

interface HeldLock {
  readonly client: PoolClient;
  /** Commits, so that the waiting transactions continue. */
  release(): Promise<void>;
}

/** Runs a statement in a transaction that stays open until the release, at the latest until the end of the test. */
export async function holdLock({ pool }: Pick<Database, 'pool'>, ...[text, values = []]: Lock): Promise<HeldLock> {
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

/**
 * Starts the calls one after the other while a statement holds a lock that they need. They continue in this order, after
 * `meanwhile` in the transaction that holds the lock.
 */
export async function inTurn<Answer>(
  database: Database,
  lock: Lock,
  calls: readonly (() => Promise<Answer>)[],
  meanwhile: (client: PoolClient) => Promise<unknown> = async () => undefined,
): Promise<Answer[]> {
  const held = await holdLock(database, ...lock);
  const before = await countLockWaits(database);
  const answers: Promise<Answer>[] = [];
  for (const call of calls) {
    answers.push(call());
    await expect.poll(() => countLockWaits(database), { interval: 20 }).toBe(before + answers.length);
  }
  await meanwhile(held.client);
  await held.release();
  return Promise.all(answers);
}

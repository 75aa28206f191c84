import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTurns, type Turns } from '#platform/batcher/index.ts';
import { openDatabase, sql } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase } from '../test-database.ts';

const open: Turns[] = [];
const testDatabase = await createTestDatabase();
const database = openDatabase({ ...testDatabase.connection, max: 2 }, createLogger('silent'));
afterAll(async () => {
  await Promise.all(open.map((turns) => turns.stop()));
  await database.close();
  await testDatabase.drop();
});

function turnsOf(name: string): Turns {
  const turns = createTurns(testDatabase.connection, name, createLogger('silent'));
  open.push(turns);
  return turns;
}

/** Creates two processes that know of each other. */
async function both(name: string): Promise<[Turns, Turns]> {
  const pair: [Turns, Turns] = [turnsOf(name), turnsOf(name)];
  await expect
    .poll(() => pair.map((turns) => turns.take()?.then((end) => end()) !== undefined), { timeout: 10_000 })
    .toEqual([true, true]);
  await wait(100);
  return pair;
}

/** True once the check for other processes has been answered. */
async function hasLooked(): Promise<boolean> {
  const [row] = await database.query<{ looked: boolean }>(sql`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like ${'%as others from pg_locks%'}
    ) as looked`);
  return row?.looked === true;
}

test('does not wait when it runs alone', async () => {
  const turns = turnsOf('alone');
  expect(turns.take()).toBeUndefined();
  await expect.poll(hasLooked).toBe(true);
  expect(turns.take()).toBeUndefined();
});

// A machine that pauses for 250 ms here ends a turn early.
test('alternates between two processes, and does not wait long for a hanging one', { retry: 3 }, async () => {
  const [one, other] = await both(`two ${randomUUID()}`);
  const endOne = await one.take()!;
  let isHis = false;
  const his = other.take()!.then((end) => {
    isHis = true;
    return end;
  });
  await wait(20);
  expect(isHis).toBe(false);
  endOne();
  (await his)();

  const endNever = await one.take()!;
  const begin = performance.now();
  (await other.take()!)();
  expect(performance.now() - begin).toBeGreaterThan(40);
  expect(performance.now() - begin).toBeLessThan(5_000);
  endNever();
});

test('loses only its turn when the connection breaks', async () => {
  const [one, other] = await both('broken');
  await database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  for (const turns of [one, other]) (await turns.take())?.();
  // Both processes detect each other again.
  await expect
    .poll(() => [one, other].map((turns) => turns.take()?.then((end) => end()) !== undefined), { timeout: 10_000 })
    .toEqual([true, true]);
});

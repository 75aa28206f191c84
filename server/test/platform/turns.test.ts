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

function turnsOf(name: string, mostWaitMs?: number): Turns {
  const turns = createTurns(testDatabase.connection, name, createLogger('silent'), mostWaitMs);
  open.push(turns);
  return turns;
}

/** Creates a patient and a less patient process that know of each other. The machine may pause meanwhile. */
async function both(name: string): Promise<[Turns, Turns]> {
  const pair: [Turns, Turns] = [turnsOf(name, 20_000), turnsOf(name, 1_000)];
  await expect
    .poll(() => pair.map((turns) => turns.take()?.then((end) => end()) !== undefined), { timeout: 10_000 })
    .toEqual([true, true]);
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

test('alternates between two processes, and does not wait long for a hanging one', async () => {
  const [one, other] = await both(`two ${randomUUID()}`);
  const endOther = await other.take()!;
  let isMine = false;
  const mine = one.take()!.then((end) => {
    isMine = true;
    return end;
  });
  await wait(20);
  expect(isMine).toBe(false);
  endOther();
  (await mine)();

  const endNever = await one.take()!;
  const begin = performance.now();
  (await other.take()!)();
  expect(performance.now() - begin).toBeGreaterThan(500);
  expect(performance.now() - begin).toBeLessThan(10_000);
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

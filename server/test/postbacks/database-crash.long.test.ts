import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrate, openDatabase, sql, transactionUnflushed } from '#platform/database/index.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import {
  everyRequest,
  killServers,
  listConversions,
  nameOf,
  seedClicks,
  startServer,
  TOKEN,
  type Request,
} from './server-processes.ts';

const EVENTS = ['install', 'deposit'];
const CRASHES = 3;
const CONNECTIONS = 32;

afterAll(killServers);

test('acknowledged postbacks survive crashes of the database', async () => {
  const { dataDir, ownerUrl, superuserUrl, url } = await startPostgres();
  await migrate({ connectionString: ownerUrl }, { connectionString: url });
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: superuserUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  let db = await connect();
  const events = EVENTS.map((name) => ({ name, isRequired: true }));
  const clickIds = await seedClicks(db, { clicks: 400, users: 20, events });
  const environment = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const { port } = await startServer({ environment }, dataDir);

  const requests = everyRequest(clickIds, EVENTS);
  const acknowledged = new Set<string>();
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const before = acknowledged.size;
    let hasCrashed = false;
    const work = async (): Promise<void> => {
      for (let request = requests.pop(); request && !hasCrashed; request = requests.pop()) {
        if (await isAcknowledged(port, request)) acknowledged.add(nameOf(request));
        if (acknowledged.size < before + 100 || hasCrashed) continue;
        hasCrashed = true;
        await crashDatabase(db);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    expect(hasCrashed).toBe(true);
    await expect.poll(async () => (db = await connect()) !== undefined, { timeout: 30_000 }).toBe(true);
    const stored = new Set((await listConversions(db)).map(({ name }) => name));
    expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([]);
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status, { timeout: 30_000 })
      .toBe(200);
  }
  await db.end();
});

test('an unflushed commit frees its locks, and is durable only on the synchronous standby too', async () => {
  const { superuserUrl } = await startPostgres();
  const database = openDatabase({ connectionString: superuserUrl, max: 3 }, createLogger('silent'));
  onTestFinished(() => database.close());
  await database.execute(sql`create table counters as select 1 as n`);
  const count = sql`update counters set n = n + 1`;
  await database.pool.query("alter system set synchronous_standby_names = 'away'");
  await database.pool.query('select pg_reload_conf()');
  const commit = () =>
    transactionUnflushed(database, async (tx) => {
      await tx.execute(count);
      return tx.getValue<number>(sql`select pg_backend_pid() as pid`);
    });
  const isWaiting = async ({ result, durable }: Awaited<ReturnType<typeof commit>>): Promise<boolean> => {
    let hasEnded = false;
    void durable.catch(() => undefined).finally(() => (hasEnded = true));
    const waits = sql`select wait_event = 'SyncRep' as waits from pg_stat_activity where pid = ${result}`;
    while (!hasEnded) if (await database.getValue<boolean>(waits)) return true;
    return false;
  };
  let first = await commit();
  // The checkpointer takes the new setting a moment later.
  while (!(await isWaiting(first))) first = await commit();
  const second = await commit();
  expect(await isWaiting(second)).toBe(true);
  const outcome = Promise.allSettled([first.durable, second.durable]);
  // As after a failover: the connections of the commits are lost.
  for (const { result } of [first, second]) await database.pool.query('select pg_terminate_backend($1)', [result]);
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

/** Starts a PostgreSQL of the test's own. It ends with the test. */
async function startPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-database-crash-'));
  const { stop, ...addresses } = await startEmbeddedPostgres({ dataDir });
  onTestFinished(async () => {
    killServers();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir, ...addresses };
}

async function isAcknowledged(port: number, { clickId, event }: Request): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/postback/ofr_test/${event}?token=${TOKEN}&click_id=${clickId}`;
  return ((await (await fetch(url)).json()) as PostbackAnswer).success;
}

/** When one of its processes is killed, PostgreSQL ends all others, loses what is not on disk, and recovers. */
async function crashDatabase(db: Client): Promise<void> {
  const { rows } = await db.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  process.kill(rows[0]!.pid, 'SIGKILL');
}

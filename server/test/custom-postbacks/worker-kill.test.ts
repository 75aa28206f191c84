import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sized } from '../sized.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { enqueueDeliveries, seedPostbacks } from './seed-deliveries.ts';
import { startTarget } from './tracking-target.ts';

const DELIVERIES = sized(1_500, 500);
const CALLS_PER_KILL = DELIVERIES / 5;
const KILLS = 2;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const children = new Set<ChildProcess>();
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const cleanup of cleanups.reverse()) await cleanup();
});

test(
  'kill -9 of a worker: every delivery ends, repeats occur only around a kill, statistics equal the attempts',
  { timeout: 180_000 },
  async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'muneem-deliveries-'));
    const db = new Client(database.connection);
    await db.connect();
    const target = await startTarget();
    cleanups.push(
      () => rm(dataDir, { recursive: true, force: true }),
      () => database.drop(),
      () => db.end(),
      () => target.close(),
    );
    await seedPostbacks(db, target.url, { timeoutMs: 1_000 });
    await enqueueDeliveries(db, DELIVERIES);

    const accepted = new Map<string, number>();
    let calls = 0;
    let killAt = Infinity;
    let worker: ChildProcess | undefined;
    target.behave(({ headers }, response) => {
      calls += 1;
      if (calls === killAt) worker?.kill('SIGKILL');
      const luck = Math.random();
      if (luck < 0.2) return void response.writeHead(503).end();
      if (luck < 0.25) return;
      if (luck < 0.3) return void response.writeHead(302, { location: '/elsewhere' }).end();
      const id = String(headers['x-muneem-delivery']);
      accepted.set(id, (accepted.get(id) ?? 0) + 1);
      response.end('ok');
    });

    for (let kill = 0; kill < KILLS; kill += 1) {
      killAt = calls + CALLS_PER_KILL;
      worker = await start(database, dataDir);
      if (worker.signalCode === null) await once(worker, 'exit');
      expect(worker.signalCode).toBe('SIGKILL');
    }
    killAt = Infinity;
    worker = await start(database, dataDir);
    const open = async () =>
      (await db.query("select count(*)::int as open from postback_deliveries where status in ('waiting', 'sending')"))
        .rows[0] as { open: number };
    await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual({ open: 0 });
    worker.kill('SIGTERM');
    expect((await once(worker, 'exit'))[0]).toBe(0);

    const { rows } = await db.query<{ id: number; status: string; tries: number; logged: number; good: number }>(`
      select 'dlv_' || d.id as id, d.status, d.attempts_total as tries, count(a.*)::int as logged,
        count(a.*) filter (where a.success)::int as good
      from postback_deliveries d left join postback_attempts a on a.delivery_id = d.id group by d.id`);
    expect(rows).toHaveLength(DELIVERIES);
    let repeated = 0;
    for (const { id, status, tries, logged, good } of rows) {
      expect(logged, `${id} has each of its tries in the log`).toBe(tries);
      expect(good > 0, `${id} is ${status} and its log says so`).toBe(status === 'delivered');
      if (status === 'delivered') expect(accepted.has(String(id)), `${id} was received`).toBe(true);
      if ((accepted.get(String(id)) ?? 0) > 1) repeated += 1;
    }
    // Only the calls in flight at a kill are repeated: their outcome was never stored.
    const [sums] = (
      await db.query<Record<'logged' | 'fired' | 'days' | 'split', number>>(`
      select (select count(*) from postback_attempts)::int as logged, (select sum(total_fired) from custom_postbacks)::int as fired,
        (select sum(fired) from custom_postback_days)::int as days,
        (select sum(success_count + error_count) from custom_postbacks)::int as split`)
    ).rows;
    expect(sums).toEqual({ logged: sums?.logged, fired: sums?.logged, days: sums?.logged, split: sums?.logged });
    const timedOut = (
      await db.query<{ count: number }>(
        `select count(*)::int from postback_attempts where error in ('timeout', 'connection')`,
      )
    ).rows[0]?.count;
    expect(calls - (sums?.logged ?? 0)).toBeGreaterThan(0);
    expect(repeated).toBeLessThanOrEqual(calls - (sums?.logged ?? 0) + (timedOut ?? 0));
  },
);

async function start(database: TestDatabase, dataDir: string): Promise<ChildProcess> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const environment = {
    ...database.environment,
    DATA_DIR: dataDir,
    APP_SECRET: 'crash-secret-crash-secret-crash-secret',
    EGRESS_ALLOW: '127.0.0.1',
    POSTBACK_RETRY_DELAYS_S: '0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  return child;
}

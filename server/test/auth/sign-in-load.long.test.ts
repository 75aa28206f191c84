import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { freePort } from '@muneem/sandbox/web-kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const SIGN_INS = 300;

let database: TestDatabase;
let dataDir: string;
let server: ChildProcess;
let address: string;

/** The server has its own process, so that the test measures the server and not itself. */
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'muneem-flood-'));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const settings = {
    ...database.environment,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: 'on',
  };
  server = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect.poll(isUp, { timeout: 20_000, interval: 100 }).toBe(true);
});
afterEach(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const isUp = (): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

it(`stays responsive while ${SIGN_INS} sign in at once`, async () => {
  // The first requests of a process are its slowest.
  await healthChecksDuringFlood(50);
  const times = await healthChecksDuringFlood(SIGN_INS);
  // If hashes starve the event loop, most answers are slow. If the machine pauses, only a few are.
  expect(times.filter((ms) => ms >= 200).length / times.length).toBeLessThan(0.1);
}, 600_000);

/** @returns how long each health check took, in ms */
async function healthChecksDuringFlood(count: number): Promise<number[]> {
  const flood = new Worker(new URL('./sign-in-flood.ts', import.meta.url), { workerData: { address, count } });
  const over = once(flood, 'message') as Promise<[number[]]>;
  const times: number[] = [];
  let done = false;
  void over.then(() => (done = true));
  while (!done) {
    const start = performance.now();
    await (await fetch(`${address}/healthz`)).arrayBuffer();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [statuses] = await over;
  expect(new Set(statuses)).toEqual(new Set([401]));
  console.info(`${count} sign-ins at once: ${times.length} health checks, worst ${Math.max(...times).toFixed(1)} ms`);
  return times;
}

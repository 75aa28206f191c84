import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useEmbeddedPostgres } from '#platform/database/embedded.ts';

const ENTRY = fileURLToPath(new URL('./embedded-process.ts', import.meta.url));

let root: string;
let started: ChildProcess[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'muneem-embedded-'));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((process) => end(process, 'SIGTERM')));
  await rm(root, { recursive: true, force: true });
});

test('a second server on the same folder refuses with one clear line, and the first goes on', async () => {
  const first = await start(root);
  const second = await start(root);
  expect(second.answer).toMatch(/^failed Another server already runs on .*: stop it, or choose another DATA_DIR\.$/);
  expect(await ask(first.host, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a tool beside a running server uses its database, and leaves it running', async () => {
  const { host } = await start(root);
  const used = await useEmbeddedPostgres({ dataDir: root });
  expect(used.connection.host).toBe(host);
  await used.stop();
  expect(await ask(host, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of two servers that start on an empty folder at once, exactly one runs', async () => {
  const both = await Promise.all([start(root), start(root)]);
  expect(both.map((one) => one.answer.replace(/ .*/, '')).sort()).toEqual(['failed', 'ready']);
  expect(both.map((one) => one.answer).join('\n')).toContain('Another server already runs on');
});

test('what was committed is there after kill -9, and the next server starts at once', async () => {
  const first = await start(root);
  await ask(first.host, 'create table kept (value int)');
  await ask(first.host, 'insert into kept values (42)');
  await end(first.process, 'SIGKILL');
  const second = await start(root);
  expect(await ask(second.host, 'select value from kept')).toEqual([{ value: 42 }]);
});

test('a stale postmaster.pid whose number another process has now does not stop a start', async () => {
  const first = await start(root);
  await end(first.process, 'SIGTERM');
  await writeFile(join(root, 'pg', 'postmaster.pid'), `${process.pid}\n${join(root, 'pg')}\n`);
  const second = await start(root);
  expect(second.answer).toMatch(/^ready /);
});

test('a graceful stop leaves no process, no pid file and no socket folder', async () => {
  const { process: server, host } = await start(root);
  const pid = await postmasterPid();
  await end(server, 'SIGTERM');
  expect(server.exitCode).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(root, 'pg', 'postmaster.pid'))).toBe(false);
  expect(existsSync(host)).toBe(false);
});

test('a database that was killed comes back on the same socket', async () => {
  const { host } = await start(root);
  process.kill(await postmasterPid(), 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(host, 'select 1 as one')).toEqual([{ one: 1 }]), {
    timeout: 20_000,
    interval: 100,
  });
});

test('it runs below a folder that only its owner may enter, however deep the path is', async () => {
  const deep = join(root, 'a'.repeat(80), 'b'.repeat(80));
  await mkdir(deep, { recursive: true });
  await chmod(join(root, 'a'.repeat(80)), 0o700);
  await chmod(deep, 0o700);
  const { answer, host } = await start(deep);
  expect(answer).toMatch(/^ready /);
  expect(await ask(host, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask(host, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await ask(host, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

async function start(dataDir: string): Promise<{ process: ChildProcess; answer: string; host: string }> {
  const server = spawn(process.execPath, [ENTRY, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(server);
  const [answer] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  return { process: server, answer, host: answer.replace('ready ', '') };
}

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill(signal);
  await once(process, 'exit');
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(root, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function ask(host: string, statement: string): Promise<unknown[]> {
  const client = new Client({ host, user: 'muneem', database: 'muneem' });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

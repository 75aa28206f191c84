import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const NOBODY_UID = 65534;
const ENTRY = fileURLToPath(new URL('./embedded-process.ts', import.meta.url));

const started = new Set<ChildProcess>();

/** One database for all tests: creating it takes longer than any test. A server that a test leaves serves the next. */
const root = await mkdtemp(join(tmpdir(), 'muneem-embedded-'));
let server: Started | undefined;
const onRoot = async (): Promise<Started> =>
  (server = server !== undefined && isRunning(server.process) ? server : await start(root));
afterEach(async () => {
  const others = [...started].filter((process) => process !== server?.process);
  await Promise.all(others.map((process) => end(process, 'SIGTERM')));
});
afterAll(async () => {
  await Promise.all([...started].map((process) => end(process, 'SIGTERM')));
  await rm(root, { recursive: true, force: true });
});

test('refuses a second server on one folder with one line, while a tool may use its database', async () => {
  const first = await onRoot();
  const second = await start(root);
  expect(second.answer).toMatch(/^failed Another server already runs on .*: stop it, or choose another DATA_DIR\.$/);
  const used = await useEmbeddedPostgres({ dataDir: root });
  expect(used.superuserUrl).toBe(first.url);
  await used.stop();
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('restarts a killed database on the same socket, and keeps its folder locked meanwhile', async () => {
  const first = await onRoot();
  // SIGSTOP: the first server cannot restart its database before the other server has tried.
  first.process.kill('SIGSTOP');
  process.kill(await postmasterPid(), 'SIGKILL');
  expect((await start(root)).answer).toContain('Another server already runs on');
  first.process.kill('SIGCONT');
  await untilRestarted(first.url);
});

test('starts a copy of a running folder on its own socket, and the original keeps running', async () => {
  const original = await onRoot();
  const copy = await copyOfRoot();
  const beside = await start(copy);
  expect(beside.answer).toMatch(/^ready /);
  await ask(beside.url, 'create table only_in_the_copy ()');
  expect(await ask(original.url, "select to_regclass('only_in_the_copy') as it")).toEqual([{ it: null }]);
  await end(beside.process, 'SIGTERM');
  expect(await ask(original.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('requires the database password, and restricts its folders to our account', async () => {
  const { url, socketFolder } = await onRoot();
  for (const user of ['postgres', 'muneem_owner', 'muneem_app']) {
    const client = new Client({ host: socketFolder, user, database: 'muneem' });
    await expect(client.connect()).rejects.toThrow(/password/);
  }
  expect(await ask(url, 'select distinct auth_method from pg_hba_file_rules')).toEqual([
    { auth_method: 'scram-sha-256' },
  ]);
  for (const folder of [socketFolder, join(root, 'pg')]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(root, 'pg', 'password'))).mode & 0o777).toBe(0o600);
  if (!isRoot) return;
  // As root, PostgreSQL runs as the account `nobody`, so other processes of that account must be kept out.
  await chmod(root, 0o755);
  for (const folder of [socketFolder, join(root, 'pg', 'data')])
    await expect(run('ls', [folder], { uid: NOBODY_UID, gid: NOBODY_UID })).rejects.toThrow('Permission denied');
});

test('rejects data of an earlier version, and data without a password file, with one line each', async () => {
  const copy = await copyOfRoot();
  await rm(join(copy, 'pg', 'password'));
  expect((await start(copy)).answer).toMatch(
    /^failed \S+password is missing or damaged: restore it from your backup\.$/,
  );
  await writeFile(join(copy, 'pg', 'PG_VERSION'), '18\n');
  expect((await start(copy)).answer).toMatch(
    /^failed \S+pg was created by an earlier version of Muneem and cannot be used: move it away, or choose another DATA_DIR\.$/,
  );
});

test('keeps committed rows through kill -9, and the next server starts at once', async () => {
  const first = await onRoot();
  await ask(first.url, 'create table kept (value int)');
  await ask(first.url, 'insert into kept values (42)');
  await end(first.process, 'SIGKILL');
  const second = await onRoot();
  expect(await ask(second.url, 'select value from kept')).toEqual([{ value: 42 }]);
});

test('starts despite a stale postmaster.pid whose process id is in use again', async () => {
  const first = await onRoot();
  await end(first.process, 'SIGTERM');
  await writeFile(join(root, 'pg', 'data', 'postmaster.pid'), `${process.pid}\n${join(root, 'pg', 'data')}\n`);
  expect((await onRoot()).answer).toMatch(/^ready /);
});

test('leaves no process, pid file or socket folder after a graceful stop', async () => {
  const { process: server, socketFolder } = await onRoot();
  const pid = await postmasterPid();
  await end(server, 'SIGTERM');
  expect(server.exitCode).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(root, 'pg', 'data', 'postmaster.pid'))).toBe(false);
  expect(existsSync(socketFolder)).toBe(false);
});

test('lets exactly one of two servers start on an empty folder, also below one that only its owner may enter', async () => {
  const closed = join(await newFolder(), 'a'.repeat(80));
  const deep = join(closed, 'b'.repeat(80));
  await mkdir(deep, { recursive: true });
  for (const folder of [closed, deep]) await chmod(folder, 0o700);
  const both = await Promise.all([start(deep), start(deep)]);
  expect(both.map((one) => one.answer.replace(/ .*/, '')).sort()).toEqual(['failed', 'ready']);
  expect(both.map((one) => one.answer).join('\n')).toContain('Another server already runs on');
  const { url } = both.find(({ answer }) => answer.startsWith('ready'))!;
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

interface Started {
  readonly process: ChildProcess;
  readonly answer: string;
  readonly url: string;
  readonly socketFolder: string;
}

/** A folder that is removed after the test. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muneem-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function copyOfRoot(): Promise<string> {
  const copy = join(await newFolder(), 'copy');
  await run('cp', ['-a', root, copy]);
  return copy;
}

async function start(dataDir: string): Promise<Started> {
  const server = spawn(process.execPath, [ENTRY, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.add(server);
  const [answer] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const url = answer.replace('ready ', '');
  return { process: server, answer, url, socketFolder: new Client({ connectionString: url }).host };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(process)) return;
  process.kill(signal);
  await once(process, 'exit');
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(root, 'pg', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const untilRestarted = (url: string): Promise<void> =>
  vi.waitFor(async () => expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]), {
    timeout: 20_000,
    interval: 100,
  });

async function ask(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

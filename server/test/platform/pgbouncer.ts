import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muneem/sandbox/web-kit';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';

const PATHS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const PROGRAM = PATHS.find((path) => existsSync(path));
const AS_NOBODY = [
  '--reuid=65534',
  '--regid=65534',
  '--clear-groups',
  '--inh-caps=+dac_override,+dac_read_search',
  '--ambient-caps=+dac_override,+dac_read_search',
  '--securebits=+no_setuid_fixup',
];
export const hasPgBouncer = PROGRAM !== undefined;

/** Starts PgBouncer before the server of a database, for one test. @returns the database's URL through it */
export async function startPgBouncer(
  connectionString: string,
  mode: 'session' | 'transaction',
  settings = '',
): Promise<string> {
  const { host, port, user, password, database } = new Client({ connectionString });
  const folder = await mkdtemp(join(tmpdir(), 'muneem-pgbouncer-'));
  const ownPort = await freePort();
  const credentials = `user=${user} ${password ? `password='${password.replaceAll("'", "''")}'` : ''}`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]\n* = host=${host} port=${port} ${credentials}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${ownPort}
unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\ndefault_pool_size = 40\n${settings}\n`,
  );
  // PgBouncer refuses to run as root, but only root may enter the socket folder.
  const isRoot = process.getuid?.() === 0;
  const args = [...(isRoot ? [...AS_NOBODY, PROGRAM ?? ''] : []), '-q', file];
  const child = spawn(isRoot ? 'setpriv' : (PROGRAM ?? ''), args, { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(ownPort, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  await expect.poll(answers).toBe(true);
  return `postgres://${user}@127.0.0.1:${ownPort}/${database}`;
}

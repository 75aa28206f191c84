import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

const NAME = `mun${process.pid}`;
/** A private network with two addresses. */
const NETWORK = `10.213.${process.pid % 250}`;
const HERE = `${NETWORK}.1`;
const THERE = `${NETWORK}.2`;

const run = (program: string, ...words: string[]): void => {
  execFileSync(program, words, { stdio: 'pipe' });
};
const runInNamespace = (...words: string[]): void => run('ip', 'netns', 'exec', NAME, ...words);

/** Network namespaces need Linux, root, `ip` and `iptables`. */
export const hasNetworkNamespaces = ((): boolean => {
  try {
    run('ip', 'netns', 'add', `${NAME}try`);
    run('ip', 'netns', 'exec', `${NAME}try`, 'iptables', '-L');
    return true;
  } catch {
    return false;
  } finally {
    try {
      run('ip', 'netns', 'del', `${NAME}try`);
    } catch {}
  }
})();

export interface DistantDatabase {
  readonly connectionString: string;
  /** Drops every packet to and from the database, as a broken router does. */
  drop(): void;
  restore(): void;
}

/** Puts a database behind a real network for one test: packets leave this machine's network namespace. */
export async function moveToNamespace(connectionString: string): Promise<DistantDatabase> {
  run('ip', 'netns', 'add', NAME);
  onTestFinished(() => run('ip', 'netns', 'del', NAME));
  run('ip', 'link', 'add', `${NAME}a`, 'type', 'veth', 'peer', 'name', `${NAME}b`);
  run('ip', 'link', 'set', `${NAME}b`, 'netns', NAME);
  run('ip', 'addr', 'add', `${HERE}/30`, 'dev', `${NAME}a`);
  run('ip', 'link', 'set', `${NAME}a`, 'up');
  runInNamespace('ip', 'addr', 'add', `${THERE}/30`, 'dev', `${NAME}b`);
  runInNamespace('ip', 'link', 'set', `${NAME}b`, 'up');

  const { host, port, user, password, database } = new Client({ connectionString });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const forward = `const { connect, createServer } = require('node:net');
    createServer((near) => {
      const far = connect(${JSON.stringify(target)}).on('error', () => near.destroy());
      near.on('error', () => far.destroy()).pipe(far).pipe(near);
    }).listen(5432, '${THERE}', () => console.log('listening'));`;
  const child = spawn('ip', ['netns', 'exec', NAME, process.execPath, '-e', forward]);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await once(child.stdout, 'data');
  const credentials = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`;
  return {
    connectionString: `postgres://${credentials}@${THERE}:5432/${database}`,
    drop() {
      for (const chain of ['INPUT', 'OUTPUT']) runInNamespace('iptables', '-A', chain, '-p', 'tcp', '-j', 'DROP');
    },
    restore: () => runInNamespace('iptables', '-F'),
  };
}

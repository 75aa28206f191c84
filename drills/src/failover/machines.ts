import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export type Machine = ReturnType<typeof createMachine>;

/** The addresses in the files of deploy/ are 10.0.0.1 to 10.0.0.3. */
const NETWORK = '10.0.0';
const BRIDGE = 'br0';
const ip = (...words: string[]): void => void execFileSync('ip', words, { stdio: 'pipe' });

/** Creates machines on one bridge. The drill itself is on the bridge too. */
export function createMachines(count: number, folder: string): Machine[] {
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${NETWORK}.254/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  return Array.from({ length: count }, (_, index) => createMachine(index + 1, folder));
}

/** Creates a machine: a network namespace with one address on the drill's bridge. */
function createMachine(number: number, folder: string) {
  const name = `node${number}`;
  const address = `${NETWORK}.${number}`;
  // Each PostgreSQL gets a folder of its own for its socket.
  const mount = 'mount -t tmpfs -o mode=1777 tmpfs /run/postgresql; exec sleep infinity';
  const holder = spawn('unshare', ['--net', '--mount', 'sh', '-c', mount], { stdio: 'ignore' });
  const pid = String(holder.pid);
  waitForSleep(pid);
  const namespace = namespaceOf(pid);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
  ip('link', 'set', name, 'master', BRIDGE, 'up');
  const inside = (...words: string[]): void =>
    void execFileSync('nsenter', ['-t', pid, '-n', 'ip', ...words], { stdio: 'pipe' });
  inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
  inside('link', 'set', 'eth0', 'up');
  inside('link', 'set', 'lo', 'up');
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  const enter = ['nsenter', '-t', pid, '-n', '-m', ...asPostgres];
  return {
    name,
    address,
    /** Starts a program in it as the user `postgres`. Its output goes to a file. */
    run(program: string, command: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
      const log = openSync(join(folder, `${name}-${program}.log`), 'a');
      const [entering = '', ...words] = [...enter, ...command];
      const child = spawn(entering, words, {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', ...environment },
        stdio: ['ignore', log, log],
      });
      child.on('error', () => undefined);
      closeSync(log);
    },
    /** Kills every process in it at once, like a power cut. */
    kill(): void {
      for (const other of processesIn(namespace)) if (other !== holder.pid) killNow(other);
    },
    /** Kills it for good. */
    remove(): void {
      this.kill();
      holder.kill('SIGKILL');
    },
    /** Its packets no longer leave it, and none arrive. Nothing is closed. */
    cutOff: () => ip('link', 'set', name, 'nomaster'),
    reconnect: () => ip('link', 'set', name, 'master', BRIDGE),
  };
}

const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
};

const namespaceOf = (pid: string): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    // It has ended.
    return undefined;
  }
};

/** Blocks until the holder of a machine's namespaces has prepared them. */
function waitForSleep(pid: string): void {
  while (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'sleep')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
}

const processesIn = (namespace: string | undefined): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && namespaceOf(entry) === namespace)
    .map(Number);

import { spawn } from 'node:child_process';
import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { followManual, ROOT } from '../operating.ts';
import { runProgram, until } from '../programs.ts';
import { createMachines, type Machine } from './machines.ts';
import { createStarters, FOLDER_MODE, type Programs } from './start-machine.ts';

const HEALTHY_WITHIN_MS = 120_000;

/** One member in Patroni's view. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts three machines with etcd, Patroni and PostgreSQL, and HAProxy on this one, from the files in deploy/. */
export async function startCluster(folder: string, programs: Programs, postgresUser: number) {
  chmodSync(folder, FOLDER_MODE);
  const machines = createMachines(3, folder);
  const { config, start } = createStarters({ folder, programs, postgresUser });
  for (const machine of machines) start(machine);

  const proxyConfig = join(folder, 'haproxy.cfg');
  const text = readFileSync(join(ROOT, 'deploy', 'haproxy.cfg'), 'utf8');
  const addresses = Object.fromEntries(machines.map(({ address }, index) => [`DB_NODE_${index + 1}`, address]));
  let stopProxy = startProxy(programs.haproxy, proxyConfig, text, addresses, folder);

  const environment = { LC_ALL: 'C.UTF-8' };
  const manual = { environment, instead: { 'sudo -u postgres ': '', '/etc/patroni/config.yml': config } };

  return {
    machines,
    /** Starts what runs on a machine, after it was killed. */
    start,
    /** Leads through HAProxy. */
    throughProxy: '127.0.0.1:5000',
    /** Names all hosts. */
    severalHosts: machines.map(({ address }) => `${address}:5432`).join(','),
    /** Lists the members, as docs/operating.md says. */
    show: () => followManual('show-cluster', manual),
    /** Waits for a primary with a synchronous standby and all machines streaming. @returns the primary */
    async untilHealthy(): Promise<Machine> {
      const end = Date.now() + HEALTHY_WITHIN_MS;
      for (;;) {
        const members = await askMembers(machines);
        const leader = members.find(isPrimary);
        const isWhole = members.length === machines.length && members.every(isStreaming);
        const primary = machines.find(({ name }) => name === leader?.name);
        if (isWhole && primary && members.some(({ role }) => role === 'sync_standby')) return primary;
        if (Date.now() > end) throw new Error(`the cluster does not recover: ${JSON.stringify(members)}`);
        await wait(250);
      }
    },
    /** Waits until another machine is primary. */
    untilReplaced: ({ name }: Machine) =>
      until(
        'another machine is primary',
        async () =>
          (await askMembers(machines.filter((machine) => machine.name !== name))).some(
            (member) => isPrimary(member) && member.name !== name,
          ),
        HEALTHY_WITHIN_MS,
      ),
    /** Kills everything. */
    async stop() {
      for (const machine of machines) machine.remove();
      await stopProxy();
    },
    /** As docs/operating.md says. */
    async switchOver() {
      await followManual('switch-over', manual);
    },
    /** Changes Patroni's times and HAProxy's intervals to the programs' defaults. */
    async useDefaults() {
      const times = ['ttl=30', 'loop_wait=10', 'retry_timeout=10', 'primary_start_timeout=300'];
      await runProgram(
        programs.patronictl,
        ['-c', config, 'edit-config', 'muneem', '--force', ...times.flatMap((time) => ['-s', time])],
        environment,
      );
      await stopProxy();
      const slow = text.replace('inter 1s fall 2 rise 1', 'inter 2s fall 3 rise 2');
      stopProxy = startProxy(programs.haproxy, proxyConfig, slow, addresses, folder);
    },
  };
}

const isPrimary = ({ role }: Member): boolean => role === 'leader' || role === 'master';

const isStreaming = ({ role, state }: Member): boolean =>
  state === 'streaming' || (state === 'running' && role !== 'creating replica');

/** Asks each machine until one answers. */
async function askMembers(machines: readonly Machine[]): Promise<Member[]> {
  for (const { address } of machines) {
    try {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) });
      return ((await answer.json()) as { members: Member[] }).members;
    } catch {
      // It is down or cut off.
    }
  }
  return [];
}

function startProxy(
  haproxy: string,
  path: string,
  text: string,
  addresses: Readonly<Record<string, string>>,
  folder: string,
): () => Promise<void> {
  writeFileSync(path, text);
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  const child = spawn(haproxy, ['-f', path], { env: { ...process.env, ...addresses }, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return () => {
    child.kill('SIGKILL');
    return ended;
  };
}

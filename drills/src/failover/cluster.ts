import { spawn } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { followManual } from '../operating.ts';
import { runProgram } from '../programs.ts';
import { createMachines, type Machine } from './machines.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
/** The user `postgres` owns its folders; anybody may look into them. */
const FOLDER_MODE = 0o755;
const HEALTHY_WITHIN_MS = 120_000;

export interface Programs {
  readonly patroni: string;
  readonly patronictl: string;
  readonly etcd: string;
  readonly haproxy: string;
}

/** One member in Patroni's view. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export interface Cluster {
  readonly machines: readonly Machine[];
  /** Leads through HAProxy. */
  readonly throughProxy: string;
  /** Names all hosts. */
  readonly severalHosts: string;
  /** Waits for a primary with a synchronous standby and all machines streaming. @returns the primary */
  untilHealthy(): Promise<Machine>;
  /** Lists the members, as docs/operating.md says. */
  show(): Promise<string>;
  /** Waits until another machine is primary. */
  untilReplaced(primary: Machine): Promise<void>;
  /** Starts what runs on a machine, after it was killed. */
  start(machine: Machine): void;
  /** As docs/operating.md says. */
  switchOver(): Promise<void>;
  /** Kills everything. */
  stop(): Promise<void>;
  /** Changes Patroni's times and HAProxy's intervals to the programs' defaults. */
  useDefaults(): Promise<void>;
}

/** Starts three machines with etcd, Patroni and PostgreSQL, and HAProxy on this one, from the files in deploy/. */
export async function startCluster(folder: string, programs: Programs, postgresUser: number): Promise<Cluster> {
  chmodSync(folder, FOLDER_MODE);
  const machines = createMachines(3, folder);
  const peers = machines.map(({ name, address }) => `${name}=http://${address}:2380`).join(',');
  const etcdHosts = machines.map(({ address }) => `'${address}:2379'`).join(',');
  const config = join(folder, 'patroni.yaml');
  writeFileSync(config, readFileSync(join(DEPLOY, 'patroni.yaml')));

  const start = (machine: Machine): void =>
    startMachine(machine, { folder, config, programs, postgresUser, peers, etcdHosts });
  for (const machine of machines) start(machine);

  const proxyConfig = join(folder, 'haproxy.cfg');
  const text = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  const addresses = Object.fromEntries(machines.map(({ address }, index) => [`DB_NODE_${index + 1}`, address]));
  let stopProxy = startProxy(programs.haproxy, proxyConfig, text, addresses, folder);

  const environment = { LC_ALL: 'C.UTF-8', PATRONI_ETCD3_HOSTS: etcdHosts };
  const manual = { environment, instead: { 'sudo -u postgres ': '', '/etc/patroni/config.yml': config } };

  return {
    machines,
    start,
    throughProxy: '127.0.0.1:5000',
    severalHosts: machines.map(({ address }) => `${address}:5432`).join(','),
    show: () => followManual('show-cluster', manual),
    async untilHealthy() {
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
    async untilReplaced({ name }) {
      const end = Date.now() + HEALTHY_WITHIN_MS;
      const others = machines.filter((machine) => machine.name !== name);
      while (!(await askMembers(others)).some((member) => isPrimary(member) && member.name !== name)) {
        if (Date.now() > end) throw new Error('no other machine becomes primary');
        await wait(250);
      }
    },
    async stop() {
      for (const machine of machines) machine.remove();
      await stopProxy();
    },
    async switchOver() {
      await followManual('switch-over', manual);
    },
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

interface MachineParts {
  readonly folder: string;
  readonly config: string;
  readonly programs: Programs;
  readonly postgresUser: number;
  /** The members of etcd. */
  readonly peers: string;
  readonly etcdHosts: string;
}

/** Starts etcd and Patroni, which starts PostgreSQL. */
function startMachine(
  machine: Machine,
  { folder, config, programs, postgresUser, peers, etcdHosts }: MachineParts,
): void {
  const { name, address } = machine;
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  chownSync(dataDir, postgresUser, -1);
  const [client, peer] = [`http://${address}:2379`, `http://${address}:2380`];
  const options = {
    name: name,
    'data-dir': join(dataDir, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': peers,
  };
  machine.run('etcd', [programs.etcd, ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]);
  machine.run('patroni', [programs.patroni, config], {
    HOME: dataDir,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcdHosts,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(dataDir, 'data'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: 'drill',
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: 'drill',
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: 'drill',
  });
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

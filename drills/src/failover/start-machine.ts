import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../operating.ts';
import type { Machine } from './machines.ts';

export interface Programs {
  readonly patroni: string;
  readonly patronictl: string;
  readonly etcd: string;
  readonly haproxy: string;
}

interface StarterOptions {
  readonly folder: string;
  readonly machines: readonly Machine[];
  readonly programs: Programs;
  readonly postgresUser: number;
  /** More variables for Patroni and what it starts. */
  readonly environmentOf: (machine: Machine) => Readonly<Record<string, string>>;
}

/** Starts etcd and Patroni, which starts PostgreSQL, from the files in deploy/. */
export function createStarters({ folder, machines, programs, postgresUser, environmentOf }: StarterOptions) {
  const config = join(folder, 'patroni.yaml');
  writeFileSync(config, withAddresses('patroni.yaml', machines));
  const startPatroni = (machine: Machine): void =>
    machine.run('patroni', [programs.patroni, config], {
      ...patroniSettings(machine, join(folder, machine.name)),
      ...environmentOf(machine),
    });
  return {
    config,
    startPatroni,
    start(machine: Machine): void {
      const own = join(folder, machine.name);
      makeFolder(own, postgresUser);
      const settings = etcdSettings(machine, machines);
      machine.run('etcd', [programs.etcd], { ...settings, ETCD_DATA_DIR: join(own, 'etcd') });
      startPatroni(machine);
    },
  };
}

/** Reads a file of deploy/ with the addresses of the drill's machines instead of 10.0.0.1 to 10.0.0.3. */
const withAddresses = (file: string, machines: readonly Machine[]): string =>
  machines.reduce(
    (text, { address }, index) => text.replaceAll(`10.0.0.${index + 1}:`, `${address}:`),
    readFileSync(join(ROOT, 'deploy', file), 'utf8'),
  );

/** `postgres` owns its folders. Every user may read them. */
export const FOLDER_MODE = 0o755;

const makeFolder = (path: string, owner: number): void => {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  chownSync(path, owner, -1);
};

/** deploy/etcd.env is for the first machine. Another machine has its own name and address, but the same member list. */
function etcdSettings({ name, address }: Machine, machines: readonly Machine[]): Record<string, string> {
  const first = machines[0]?.address ?? '';
  const lines = withAddresses('etcd.env', machines)
    .split('\n')
    .filter((text) => text.startsWith('ETCD_'));
  return Object.fromEntries(
    lines.map((text) => {
      const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
      if (key === 'ETCD_INITIAL_CLUSTER') return [key, value];
      return [key, key === 'ETCD_NAME' ? name : value.replaceAll(first, address)];
    }),
  );
}

const patroniSettings = ({ name, address }: Machine, folder: string): Record<string, string> => ({
  HOME: folder,
  PATRONI_NAME: name,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
  PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: 'drill',
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: 'drill',
  PATRONI_REWIND_USERNAME: 'rewinder',
  PATRONI_REWIND_PASSWORD: 'drill',
});

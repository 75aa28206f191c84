import { chownSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../operating.ts';
import type { Machine } from './machines.ts';

export interface Programs {
  readonly patroni: string;
  readonly patronictl: string;
  readonly etcd: string;
  readonly haproxy: string;
}

/** The password of every role. */
export const PASSWORD = 'drill';

interface StarterOptions {
  readonly folder: string;
  readonly programs: Programs;
  readonly postgresUser: number;
}

/** Starts etcd and Patroni, which starts PostgreSQL, from the files in deploy/. */
export function createStarters({ folder, programs, postgresUser }: StarterOptions) {
  const config = join(folder, 'patroni.yaml');
  copyFileSync(join(ROOT, 'deploy/patroni.yaml'), config);
  return {
    config,
    start(machine: Machine): void {
      const own = join(folder, machine.name);
      makeFolder(own, postgresUser);
      machine.run('etcd', [programs.etcd], { ...settingsOf('etcd.env', machine), ETCD_DATA_DIR: join(own, 'etcd') });
      machine.run('patroni', [programs.patroni, config], {
        ...settingsOf('patroni.env', machine),
        HOME: own,
        PATRONI_POSTGRESQL_DATA_DIR: join(own, 'data'),
      });
    },
  };
}

/** `postgres` owns its folders. Every user may read them. */
export const FOLDER_MODE = 0o755;

const makeFolder = (path: string, owner: number): void => {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  chownSync(path, owner, -1);
};

/** Reads a file of settings in deploy/ as one machine's. Only the list of all machines is the same on each. */
const settingsOf = (file: string, { name, address }: Machine): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(ROOT, 'deploy', file), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [
      key,
      key === 'ETCD_INITIAL_CLUSTER' ? value : value.replace('node1', name).replace('10.0.0.1', address) || PASSWORD,
    ]),
  );

import { join } from 'node:path';
import { freePort } from '@muneem/sandbox/web-kit';
import { followManual } from '../operating.ts';
import type { Postgresql } from '../postgresql.ts';
import { AS_POSTGRES, runProgram } from '../programs.ts';
import { PROCESSORS } from './processors.ts';

export interface Replica {
  /** For DATABASE_READ_URL. */
  readonly url: string;
  /** Connects as the superuser. */
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

/** Copies a running primary and follows it by streaming replication, on processors of its own. */
export async function startReplica(
  programs: Readonly<Record<'pg_ctl', string>>,
  primary: Postgresql,
): Promise<Replica> {
  const { folder } = primary;
  const data = join(folder, 'replica');
  const port = await freePort();
  const asPostgres = (program: string, ...args: string[]): Promise<string> =>
    runProgram('setpriv', [...AS_POSTGRES, 'taskset', '--cpu-list', PROCESSORS.replica, program, ...args]);
  await followManual('create-replica', {
    environment: { PRIMARY: folder, PGPORT: String(primary.port) },
    instead: {
      'sudo -u postgres ': `setpriv ${AS_POSTGRES.join(' ')} `,
      '-U replicator': '-U postgres',
      '/var/lib/postgresql/15/replica': data,
    },
  });
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c hot_standby_feedback=on`;
  await asPostgres(programs.pg_ctl, '-D', data, '-o', options, '-l', join(folder, 'replica.log'), '-w', 'start');
  let isStopped = false;
  return {
    url: primary.settings(port).DATABASE_URL,
    superuserUrl: primary.superuserUrl(port),
    async stop() {
      if (!isStopped) await asPostgres(programs.pg_ctl, '-D', data, '-m', 'immediate', 'stop');
      isStopped = true;
    },
  };
}

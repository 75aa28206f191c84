import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@muneem/sandbox/web-kit';
import { followManual } from '../operating.ts';
import type { Postgresql } from '../postgresql.ts';
import { AS_POSTGRES, runProgram, until } from '../programs.ts';
import { line } from '@muneem/bench/report.ts';
import { PROCESSORS } from './processors.ts';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 6 * 2 ** 30;

export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** Its disk: memory if that has room, so that it does not share the primary's. */
async function makeFolder(beside: string): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize >= ROOM_BYTES;
  line(hasRoom ? '  the replica has a disk of its own, in memory' : '  the replica shares the disk of the primary');
  const folder = await mkdtemp(join(hasRoom ? MEMORY : beside, 'muneem-replica-'));
  await chmod(folder, 0o777);
  return folder;
}

/** Copies a running primary and follows it by streaming replication, on processors of its own. */
export async function startReplica(programs: Readonly<Record<'pg_ctl', string>>, primary: Postgresql) {
  const { folder } = primary;
  const own = await makeFolder(folder);
  const data = join(own, 'data');
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
  const stop = async (): Promise<void> => {
    if (!isStopped) await asPostgres(programs.pg_ctl, '-D', data, '-m', 'immediate', 'stop');
    isStopped = true;
  };
  const onPrimary = {
    environment: { PGHOST: folder, PGPORT: String(primary.port), PGUSER: 'postgres' },
    instead: { 'sudo -u postgres ': '' },
  };
  return {
    /** For DATABASE_READ_URL. */
    url: primary.settings(port).DATABASE_URL,
    /** Connects as the superuser. */
    superuserUrl: primary.superuserUrl(port),
    stop,
    /** Stops it for good. */
    async remove() {
      await stop();
      // The primary may still write to the old connection.
      await until('the slot is dropped', () => followManual('remove-replica', onPrimary).then(() => true));
      await rm(own, { recursive: true, force: true });
    },
  };
}

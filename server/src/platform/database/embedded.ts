import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Logger } from '#platform/logger/index.ts';
import { findPostgresBinaries } from './embedded-binaries.ts';
import {
  accountFor,
  initialise,
  majorOf,
  removeAbandoned,
  SOCKET_FOLDER,
  SUPERUSER,
  takeOver,
} from './embedded-cluster.ts';
import { findLauncher, type Account } from './embedded-privileges.ts';
import { clusterName, findPostmaster } from './embedded-process.ts';
import { embeddedSettings } from './embedded-settings.ts';
import { supervise } from './embedded-supervisor.ts';

export { EmbeddedPostgresError } from './embedded-error.ts';

const DATABASE = 'muneem';
/** A socket's path has at most 107 bytes on Linux and 103 on macOS; what follows our folder takes 25 of them. */
const LONGEST_TEMPORARY_FOLDER = 70;

export interface EmbeddedPostgres {
  /** For `pg`: the folder of the socket as `host`. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** The same as an address for programs that take one. */
  readonly connectionString: string;
  readonly major: number;
  /** Ends open statements, writes everything out and waits until the server is gone. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster lies in `<dataDir>/pg`; the folder is made when missing. */
  readonly dataDir: string;
  readonly logger?: Pick<Logger, 'warn' | 'error'>;
  /** Server settings over our own, for tests and benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL on `<dataDir>/pg`, on a Unix socket only, and starts it again should it end unasked.
 * @throws EmbeddedPostgresError when another server uses the folder, or the database does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { logger } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const folder = join(dataDir, 'pg');
  const binaries = await findPostgresBinaries(await majorOf(folder));
  const account = await accountFor(folder);
  const launcher = await findLauncher(account);
  const lock = await takeOver(dataDir, folder, logger);
  await initialise({ dataDir, folder, binaries, launcher, account });

  const socketFolder = await makeSocketFolder(account);
  const settings = {
    ...embeddedSettings(binaries.major),
    ...options.settings,
    unix_socket_directories: socketFolder,
    cluster_name: clusterName(process.pid),
  };
  const arguments_ = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...lock, ...launcher.prefix, binaries.postgres, '-D', folder, ...arguments_];
  const server = supervise({ command, dataDir, folder, launcher, logger });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(socketFolder, { recursive: true, force: true });
  };

  const address = addressOf(socketFolder);
  try {
    await server.ready;
    await removeAbandoned(dataDir);
    await createDatabase(address.connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...address, major: binaries.major, stop };
}

/**
 * For a tool beside the server: the database that runs on `<dataDir>/pg` now, else one that is started for the tool
 * and ends with its `stop`.
 */
export async function useEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = join(options.dataDir, 'pg');
  const running = existsSync(folder) ? await findPostmaster(await realpath(folder)) : null;
  if (running === null || running.orphan || running.socketFolder === null) return startEmbeddedPostgres(options);
  const major = (await majorOf(folder)) ?? 0;
  return { ...addressOf(running.socketFolder), major, stop: () => Promise.resolve() };
}

function addressOf(socketFolder: string): Pick<EmbeddedPostgres, 'connection' | 'connectionString'> {
  return {
    connection: { host: socketFolder, port: 5432, user: SUPERUSER, database: DATABASE },
    connectionString: `postgres://${SUPERUSER}@${encodeURIComponent(socketFolder)}:5432/${DATABASE}`,
  };
}

/** Not in the data folder: that may be too deep for a socket's path, or on a volume that knows no sockets. */
async function makeSocketFolder(account: Account | null): Promise<string> {
  const base = Buffer.byteLength(tmpdir()) > LONGEST_TEMPORARY_FOLDER ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(base, SOCKET_FOLDER));
  if (account !== null) await chown(folder, account.uid, account.gid);
  return folder;
}

async function createDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`create database ${connection.database}`);
  } finally {
    await client.end();
  }
}

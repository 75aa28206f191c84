import { createHash } from 'node:crypto';
import { closeSync, existsSync } from 'node:fs';
import { lstat, mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Logger } from '#platform/logger/index.ts';
import { findPostgresBinaries } from './binaries.ts';
import {
  accountFor,
  homeIn,
  majorOf,
  openHome,
  prepareCluster,
  readPassword,
  SUPERUSER,
  takeLock,
  type Home,
} from './cluster.ts';
import { EmbeddedPostgresError, findLauncher } from './programs.ts';
import { clusterName } from './postmaster.ts';
import { archiveSettings, embeddedSettings } from './settings.ts';
import { supervise } from './supervisor.ts';

const DATABASE = 'muneem';
const OWNER = 'muneem_owner';
const SERVER = 'muneem_app';
/** A socket's path has at most 107 bytes on Linux and 103 on macOS. Our folder and file names take 43 of them. */
const LONGEST_TEMPORARY_FOLDER = 60;

/** Other processes of the same account could open shared memory in /dev/shm: it stays in the data folder. */
const SHARED_ACCOUNT = { dynamic_shared_memory_type: 'mmap', min_dynamic_shared_memory: '32MB' };

/** One database, as each of its three roles. */
interface Addresses {
  /** For the server: reads and writes rows, but cannot change rows of the ledger or the audit log. */
  readonly url: string;
  /** Owns the tables: for migrations. */
  readonly ownerUrl: string;
  /** For tests and benchmarks. */
  readonly superuserUrl: string;
}

export interface EmbeddedPostgres extends Addresses {
  /** Ends open statements, writes everything to disk and waits for the database to end. May be called twice. */
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** The cluster is in `<dataDir>/pg`. A missing folder is created. */
  readonly dataDir: string;
  readonly logger?: Pick<Logger, 'warn' | 'error'>;
  /** PostgreSQL archives its WAL into this folder. Every start on the same data must name it, or WAL is missing. */
  readonly archiveTo?: string | undefined;
  /** Called when the database's process runs, before it is ready. */
  readonly launched?: () => void;
  /** Overrides our server settings, for a restore, tests and benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL on `<dataDir>/pg`, on a Unix socket only, and restarts it when it ends unexpectedly.
 * @throws EmbeddedPostgresError if another server uses the folder, or the database does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await openHome(options.dataDir);
  const lock = await takeLock(home, options.logger);
  let isLocked = true;
  const unlock = (): void => {
    if (isLocked) closeSync(lock);
    isLocked = false;
  };
  try {
    const { stop, ...addresses } = await run(home, lock, options);
    return { ...addresses, stop: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function run(
  home: Home,
  lock: number,
  { logger, settings, archiveTo, launched }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries(await majorOf(home));
  const account = await accountFor(home);
  const launcher = await findLauncher(account);
  const password = await prepareCluster({ home, lock, binaries, launcher, account });
  const socketFolder = await socketFolderOf(home, password);
  await removeSocketFolder(socketFolder);
  await mkdir(socketFolder, { mode: 0o700 }).catch((error: unknown) => {
    throw new EmbeddedPostgresError(`The folder of the database's socket cannot be made: ${(error as Error).message}`);
  });
  const words = Object.entries({
    ...embeddedSettings(binaries.major),
    ...(account === null ? {} : SHARED_ACCOUNT),
    ...(archiveTo === undefined ? {} : await archiveSettings(archiveTo)),
    ...settings,
    unix_socket_directories: socketFolder,
    cluster_name: clusterName(process.pid),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...launcher, binaries.postgres, '-D', home.data, ...words];
  const server = supervise({ command, folder: home.data, lock, logger });
  launched?.();
  const stop = async (): Promise<void> => {
    await server.stop();
    await removeSocketFolder(socketFolder);
  };
  try {
    await server.ready;
    const superuserUrl = addressAt(socketFolder, password, SUPERUSER, 'postgres');
    await createDatabase(superuserUrl, password);
    // PostgreSQL's checkpointer starts before the database is ready. It ignores archive_timeout until it is woken.
    if (archiveTo !== undefined) await withClient(superuserUrl, (client) => client.query('select pg_reload_conf()'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...addressesAt(socketFolder, password), stop };
}

/**
 * Opens the database for an operator's command: the one that runs on `<dataDir>/pg` now, else a new one that ends with
 * `stop`.
 */
export async function useEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const running = await findRunning(options.dataDir);
  return running === null ? startEmbeddedPostgres(options) : { ...running, stop: () => Promise.resolve() };
}

async function findRunning(dataDir: string): Promise<Addresses | null> {
  if (!existsSync(join(dataDir, 'pg', 'data'))) return null;
  const home = await homeIn(dataDir);
  const password = await readPassword(home);
  const addresses = addressesAt(await socketFolderOf(home, password), password);
  return withClient(addresses.url, () => Promise.resolve(addresses)).catch(() => null);
}

function addressesAt(socketFolder: string, password: string): Addresses {
  const as = (role: string): string => addressAt(socketFolder, password, role, DATABASE);
  return { url: as(SERVER), ownerUrl: as(OWNER), superuserUrl: as(SUPERUSER) };
}

const addressAt = (socketFolder: string, password: string, role: string, database: string): string =>
  `postgres://${role}:${password}@${encodeURIComponent(socketFolder)}:5432/${database}`;

/**
 * The name is derived from the lock file, so a copy of the data folder gets another name. The password keeps it secret
 * until the folder exists. The folder is not in the data folder, whose path may be too long for a socket.
 */
async function socketFolderOf({ lock }: Home, password: string): Promise<string> {
  const { dev, ino } = await stat(lock, { bigint: true });
  const name = createHash('sha256').update(`${password}:${dev}:${ino}`).digest('hex').slice(0, 16);
  const base = Buffer.byteLength(tmpdir()) > LONGEST_TEMPORARY_FOLDER ? '/tmp' : tmpdir();
  return join(base, `muneem-pg-${name}`);
}

/** Removes the folder only if it is ours: the temporary folder is open to other accounts. */
async function removeSocketFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() && found.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true });
}

/** Does the work on a connection of its own. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const createDatabase = (superuserUrl: string, password: string): Promise<void> =>
  withClient(superuserUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount !== 0) return;
    // One transaction: a start that is interrupted before the next statement repeats both.
    await client.query(`
      drop role if exists ${OWNER}, ${SERVER};
      create role ${OWNER} login password '${password}';
      create role ${SERVER} login password '${password}';`);
    await client.query(`create database ${DATABASE} owner ${OWNER}`);
  });

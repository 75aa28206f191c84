import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { migrate, openDatabase, type Database } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { cpuUs } from './load/cpu.ts';
import { APP_SECRET } from './postbacks/seed.ts';

export type BenchDatabase = Awaited<ReturnType<BenchServer['createDatabase']>>;

/** The settings of the product on this database. */
export const environment = (on: Pick<BenchDatabase, 'environment'>, dataDir: string): Record<string, string> => ({
  ...on.environment,
  DATA_DIR: dataDir,
  APP_SECRET,
  LOG_LEVEL: 'error',
  PUBLIC_URL: 'http://127.0.0.1',
  // All requests of a benchmark come from one IP address.
  CLICKS_PER_MINUTE: '100000000',
});

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/** WAL files of 16 MB. A run writes at most this many. */
const WAL_FILES = 64;

interface BenchServerOptions {
  /** Uses each WAL file once before the run, as on a server that has run for hours. */
  readonly reusesWal?: boolean;
  /** The data folder. Default: a temporary folder, deleted at the end. */
  readonly keptIn?: string | undefined;
}

/** Starts the embedded PostgreSQL with the product's settings (fsync on) in its own folder. */
export async function startBenchServer({ reusesWal = false, keptIn }: BenchServerOptions = {}) {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'muneem-bench-')));
  const server = await startEmbeddedPostgres({ dataDir });
  const logger = createLogger('error');
  const opened: Database[] = [];
  if (reusesWal) await reuseWalFiles(server.superuserUrl);
  return {
    dataDir,
    /** Opens a migrated database. A kept folder returns the database of its earlier run. */
    async createDatabase(name: string) {
      const administrator = openDatabase({ connectionString: server.superuserUrl, max: 1 }, logger);
      const { rowCount } = await administrator.pool.query('select from pg_database where datname = $1', [name]);
      const owner = new URL(server.ownerUrl).username;
      if (rowCount === 0) await administrator.pool.query(`create database ${name} owner ${owner}`);
      await administrator.close();
      const as = (role: string): string => Object.assign(new URL(role), { pathname: `/${name}` }).href;
      const environment = { DATABASE_URL: as(server.url), DATABASE_OWNER_URL: as(server.ownerUrl) };
      await migrate(
        { connectionString: environment.DATABASE_OWNER_URL },
        { connectionString: environment.DATABASE_URL },
      );
      const url = as(server.superuserUrl);
      // Memory to sort what a seed writes at once.
      const database = openDatabase({ connectionString: `${url}?options=-c%20work_mem%3D512MB`, max: 2 }, logger);
      opened.push(database);
      // The URL is the superuser's, the environment is for the product.
      return { url, database, environment };
    },
    /** Drops all databases and runs a checkpoint, so that the next phase does not pay for the writes of this one. */
    async clear() {
      const administrator = openDatabase({ connectionString: server.superuserUrl, max: 1 }, logger);
      const names = await administrator.pool.query<{ datname: string }>(
        "select datname from pg_database where not datistemplate and datname <> current_database() and datname <> 'postgres'",
      );
      for (const database of opened.splice(0)) await database.close();
      for (const { datname } of names.rows) await administrator.pool.query(`drop database ${datname} with (force)`);
      await administrator.pool.query('checkpoint');
      await administrator.close();
    },
    /** Processor time of the whole database server so far, in µs. */
    cpuUs: async () => {
      const [pid = '0'] = (await readFile(join(dataDir, 'pg', 'data', 'postmaster.pid'), 'utf8')).split('\n');
      return cpuUs(Number(pid));
    },
    async stop() {
      for (const database of opened) await database.close();
      await server.stop();
      if (keptIn === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Uses each WAL file once. A new server creates its WAL files while it writes, which would slow the measured run. A
 * server that has run for hours reuses them.
 */
async function reuseWalFiles(connectionString: string): Promise<void> {
  const database = openDatabase({ connectionString, max: 1 }, createLogger('error'));
  await database.pool.query('create table filler (at timestamptz)');
  for (let file = 0; file < WAL_FILES; file += 1)
    await database.pool.query('insert into filler values (now()); select pg_switch_wal()');
  await database.pool.query('checkpoint');
  await database.pool.query('drop table filler');
  await database.close();
}

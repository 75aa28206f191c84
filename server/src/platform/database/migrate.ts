import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { SessionClient, sqlState, type SessionConfig } from '#platform/database-driver/index.ts';

/** The schema of the job queue's tables. */
export const JOBS_SCHEMA = 'jobs';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const MANIFEST = new URL('../../../package.json', import.meta.url);
/** One migration at a time in the cluster; an arbitrary fixed number. */
const ADVISORY_LOCK = 7_263_001;
/** Every database from before version 1.0.0 has applied this file. No migration may have its name again. */
const BEFORE_1_0 = '0010-auth.sql';
/**
 * While a migration waits for a table, each later statement on that table waits behind it. So it waits briefly, and tries
 * again.
 */
const LOCK_WAIT_MS = 500;
const LOCK_RETRY_MS = 1_000;
const LOCK_TRIES = 200;
const LOCK_NOT_AVAILABLE = '55P03';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** Reads every migration in order, with a hash of its text. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies the missing migrations, each in its own transaction, under an advisory lock. Then grants the server's role its
 * privileges, unless it is the owner.
 * @returns the names of the migrations that were applied now
 * @throws Error before any change if an applied migration was edited. Also for a database from before 1.0.0, or more than
 * one minor version newer
 */
export async function migrate(owner: SessionConfig, server: SessionConfig = owner): Promise<string[]> {
  const client = new SessionClient(owner);
  const serverRole = new SessionClient(server).user;
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const migrations = await readMigrations();
    const { version } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string };
    const applied = await listApplied(client);
    refuseOtherSchema(applied, migrations, version);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now(), version text not null)',
    );
    if (applied.some(({ version: by }) => by === undefined))
      await client.query(`alter table schema_migrations add column version text not null default '1.0.0'`);
    const missing = migrations.filter(({ name }) => !applied.some((migration) => migration.name === name));
    for (const migration of missing) await apply(client, migration, version);
    await createJobTables(client);
    if (serverRole !== client.user && (missing.length > 0 || !(await readsAllTables(client, serverRole))))
      await client.query('select grant_server_role($1)', [serverRole]);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** `version` is the version of Muneem that applied it. Version 1.0.0 did not store its own. */
type Applied = Pick<Migration, 'name' | 'hash'> & { readonly version?: string };

/** Newest first. The table may be missing. */
async function listApplied(client: SessionClient): Promise<Applied[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  return (await client.query<Applied>('select * from schema_migrations order by name desc')).rows;
}

/**
 * Refuses a schema whose rules this version would break. Migrations of the next minor version are accepted: during a
 * rolling upgrade a server of this version may restart.
 */
function refuseOtherSchema(applied: readonly Applied[], migrations: readonly Migration[], version: string): void {
  if (applied.some(({ name }) => name === BEFORE_1_0))
    throw new Error(
      'this database was made by a version of Muneem before 1.0.0, which cannot be upgraded; start with an empty database',
    );
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const newer = applied.find(
    (migration) => !known.has(migration.name) && !isNextAtMost(migration.version ?? '1.0.0', version),
  );
  if (newer)
    throw new Error(
      `a newer version of Muneem has migrated this database (${newer.name}); start that version, or restore the backup from before it`,
    );
  const changed = applied.find(({ name, hash }) => known.has(name) && known.get(name) !== hash);
  if (changed)
    throw new Error(`migration ${changed.name} was changed after it was applied; add a new migration instead`);
}

/** True for a version with the same major number and at most the next minor number. */
function isNextAtMost(other: string, own: string): boolean {
  const [major, minor = 0] = own.split('.').map(Number);
  const [otherMajor, otherMinor = 0] = other.split('.').map(Number);
  return otherMajor === major && otherMinor <= minor + 1;
}

/** False for a new role, or after the job queue added a table. */
async function readsAllTables(client: SessionClient, role: string | undefined): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace in ('public'::regnamespace, $2::regnamespace) and relkind in ('r', 'p', 'v')
       and not relispartition and not has_table_privilege($1, oid, 'select') limit 1`,
    [role, JOBS_SCHEMA],
  );
  return rowCount === 0;
}

async function apply(client: SessionClient, migration: Migration, version: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query(migration.text);
      const { name, hash } = migration;
      await client.query('insert into schema_migrations (name, hash, version) values ($1, $2, $3)', [
        name,
        hash,
        version,
      ]);
      await client.query('commit');
      return;
    } catch (cause) {
      await client.query('rollback');
      if (sqlState(cause) !== LOCK_NOT_AVAILABLE || attempt === LOCK_TRIES)
        throw new Error(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
      await wait(LOCK_RETRY_MS);
    }
  }
}

/** Creates or upgrades the job queue's tables, as their owner. */
async function createJobTables(client: SessionClient): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

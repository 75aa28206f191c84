import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { PgBoss } from 'pg-boss';
import { SessionClient, type SessionConfig } from '#platform/database-driver/index.ts';

/** The schema of the job queue's tables. */
export const JOBS_SCHEMA = 'jobs';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
/** One migration at a time in the cluster; an arbitrary fixed number. */
const ADVISORY_LOCK = 7_263_001;
/** Every database from before version 1.0.0 has applied this file. No migration may have its name again. */
const BEFORE_1_0 = '0010-auth.sql';

export interface Migration {
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
 * @throws Error before any change if an applied migration was edited, or if a newer version or one from before 1.0.0 has
 * migrated the database
 */
export async function migrate(owner: SessionConfig, server: SessionConfig = owner): Promise<string[]> {
  const client = new SessionClient(owner);
  const serverRole = new SessionClient(server).user;
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const migrations = await readMigrations();
    const applied = await listApplied(client);
    refuseOtherSchema(applied, migrations);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const missing = migrations.filter(({ name }) => !applied.some((migration) => migration.name === name));
    for (const migration of missing) await apply(client, migration);
    await createJobTables(client);
    if (serverRole !== client.user && (missing.length > 0 || !(await readsAllTables(client, serverRole))))
      await client.query('select grant_server_role($1)', [serverRole]);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

type Applied = Pick<Migration, 'name' | 'hash'>;

/** Newest first. The table may be missing. */
async function listApplied(client: SessionClient): Promise<Applied[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  return (await client.query<Applied>('select name, hash from schema_migrations order by name desc')).rows;
}

/** Refuses a schema that these migrations did not create, because this version would break its rules. */
function refuseOtherSchema(applied: readonly Applied[], migrations: readonly Migration[]): void {
  if (applied.some(({ name }) => name === BEFORE_1_0))
    throw new Error(
      'this database was made by a version of Muneem before 1.0.0, which cannot be upgraded; start with an empty database',
    );
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const newer = applied.find(({ name }) => !known.has(name));
  if (newer)
    throw new Error(
      `a newer version of Muneem has migrated this database (${newer.name}); start that version, or restore the backup from before it`,
    );
  const changed = applied.find(({ name, hash }) => known.get(name) !== hash);
  if (changed)
    throw new Error(`migration ${changed.name} was changed after it was applied; add a new migration instead`);
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

async function apply(client: SessionClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [migration.name, migration.hash]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
  }
}

/** Creates or upgrades the job queue's tables, as their owner. */
async function createJobTables(client: SessionClient): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

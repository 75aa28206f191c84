import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { FORMER_MIGRATIONS } from './former-migrations.ts';
import { createJobTables, JOBS_SCHEMA } from './job-tables.ts';
import { SessionClient, type SessionConfig } from './session.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
/** One migration at a time in the cluster; an arbitrary fixed number. */
const ADVISORY_LOCK = 7_263_001;

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** Every migration in its order, with a hash of its text. */
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
 * Brings a database to the newest migration: each in a transaction of its own, under an advisory lock. Then grants
 * the server's role its privileges, if that is not the owner itself.
 * @returns the names that were applied now.
 * @throws Error when an applied migration's text has changed since, unless that is known and made up for, or when a newer
 * version has migrated the database; then nothing is changed.
 */
export async function migrate(owner: SessionConfig, server: SessionConfig = owner): Promise<string[]> {
  const client = new SessionClient(owner);
  const serverRole = new SessionClient(server).user;
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const migrations = await readMigrations();
    await refuseNewerSchema(client, migrations);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const done: string[] = [];
    for (const migration of migrations) {
      const hash = applied.get(migration.name);
      if (hash === undefined) {
        await apply(client, migration);
        done.push(migration.name);
      } else if (hash !== migration.hash && !FORMER_MIGRATIONS[migration.name]?.hashes.includes(hash)) {
        throw new Error(`migration ${migration.name} was changed after it was applied; add a new migration instead`);
      }
    }
    await createJobTables(client);
    if (serverRole !== client.user && (done.length > 0 || !(await readsAllTables(client, serverRole))))
      await client.query('select grant_server_role($1)', [serverRole]);
    return done;
  } finally {
    await client.end();
  }
}

/** An older version would write by older rules: a rollback needs the newer version, or the backup from before it. */
async function refuseNewerSchema(client: SessionClient, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return;
  const known = migrations.map(({ name }) => name);
  const { rows: unknown } = await client.query<{ name: string }>(
    'select name from schema_migrations where name <> all ($1) order by name desc limit 1',
    [known],
  );
  const [newest] = unknown;
  if (newest)
    throw new Error(
      `a newer version of Muneem has migrated this database (${newest.name}); start that version, or restore the backup from before it`,
    );
}

/** False for a role that is new, or when the job queue brought a new table. */
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

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { SessionClient, sqlState, type SessionConfig } from '#platform/database-driver/index.ts';

/** The schema of the job queue's tables. */
export const JOBS_SCHEMA = 'jobs';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const SCHEMA = new URL('../../../schema/', import.meta.url);
/** The other files of the schema use its functions. */
const FIRST_SCHEMA_FILE = 'platform.sql';
const MANIFEST = new URL('../../../package.json', import.meta.url);
/** One migration at a time in the cluster; an arbitrary fixed number. */
const ADVISORY_LOCK = 7_263_001;
/** Every database from before version 2.0.0 has applied one of these files. No migration may have their names again. */
const BEFORE_2_0 = ['0010-auth.sql', '0019-evidence.sql'];
/**
 * While a migration waits for a table, each later statement on that table waits behind it. So it waits briefly, and tries
 * again.
 */
const LOCK_WAIT_MS = 500;
const LOCK_RETRY_MS = 1_000;
const LOCK_TRIES = 200;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** A file of SQL. */
interface Script {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** Reads every migration in order, with a hash of its text. */
export const readMigrations = (): Promise<Script[]> => readScripts(MIGRATIONS);

/** Reads the functions, views and triggers of every feature, in the order in which they are applied. */
export async function readSchema(): Promise<Script[]> {
  const scripts = await readScripts(SCHEMA);
  return scripts.sort((a, b) => Number(b.name === FIRST_SCHEMA_FILE) - Number(a.name === FIRST_SCHEMA_FILE));
}

async function readScripts(folder: URL): Promise<Script[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies the missing migrations, each in its own transaction, under an advisory lock. Then applies `server/schema` in one
 * transaction if it has changed, and grants the server's role its privileges, unless it is the owner.
 * @returns the names of the migrations that were applied now
 * @throws Error before any change if an applied migration was edited. Also for a database from before 2.0.0, or more than
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
    const missing = migrations.filter(({ name }) => !applied.some((migration) => migration.name === name));
    for (const migration of missing) await applyMigration(client, migration, version);
    await createJobTables(client);
    const hasNewCode = await applySchema(client, version);
    if (serverRole !== client.user && (missing.length > 0 || hasNewCode || !(await readsAllTables(client, serverRole))))
      await client.query('select grant_server_role($1)', [serverRole]);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** `version` is the version of Muneem that applied it. */
type Applied = Pick<Script, 'name' | 'hash'> & { readonly version: string };

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
function refuseOtherSchema(applied: readonly Applied[], migrations: readonly Script[], version: string): void {
  if (applied.some(({ name }) => BEFORE_2_0.includes(name)))
    throw new Error(
      'this database was made by a version of Muneem before 2.0.0, which cannot be upgraded; start with an empty database',
    );
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const newer = applied.find((migration) => !known.has(migration.name) && !isNextAtMost(migration.version, version));
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

const applyMigration = (client: SessionClient, { name, text, hash }: Script, version: string): Promise<void> =>
  inTransaction(client, `migration ${name}`, async () => {
    await client.query(text);
    await client.query('insert into schema_migrations (name, hash, version) values ($1, $2, $3)', [
      name,
      hash,
      version,
    ]);
  });

/**
 * Applies all functions, views and triggers if their text has changed. Leaves those of a newer version: its servers use
 * them during a rolling upgrade.
 */
async function applySchema(client: SessionClient, version: string): Promise<boolean> {
  const scripts = await readSchema();
  const hash = createHash('sha256')
    .update(scripts.map((script) => script.hash).join(''))
    .digest('hex');
  const [applied] = (await client.query<{ hash: string; version: string }>('select hash, version from schema_code'))
    .rows;
  if (applied && (applied.hash === hash || isNewer(applied.version, version))) return false;
  await inTransaction(client, 'server/schema', async () => {
    // A function may use one of a later file.
    await client.query('set local check_function_bodies = off');
    for (const { text } of scripts) await client.query(text);
    await client.query(
      `insert into schema_code (hash, version) values ($1, $2)
       on conflict (only_row) do update set hash = excluded.hash, version = excluded.version, applied_at = now()`,
      [hash, version],
    );
  });
  return true;
}

function isNewer(other: string, own: string): boolean {
  const [parts, ownParts] = [other, own].map((version) => version.split('.').map(Number));
  const at = parts!.findIndex((part, index) => part !== ownParts![index]);
  return at >= 0 && parts![at]! > (ownParts![at] ?? 0);
}

async function inTransaction(client: SessionClient, name: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await work();
      await client.query('commit');
      return;
    } catch (cause) {
      await client.query('rollback');
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(cause) ?? '') || attempt === LOCK_TRIES)
        throw new Error(`${name} failed: ${(cause as Error).message}`, { cause });
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

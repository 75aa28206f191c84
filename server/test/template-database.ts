import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { migrate, readMigrations } from '#platform/database/index.ts';

/** Advisory lock: one template is built at a time on a server. The number is arbitrary. */
const TEMPLATE_LOCK = 7_263_002;

/** URLs of one PostgreSQL server, one for each role that tests need. */
export interface TestRoles {
  /** Superuser, for direct access by tests. */
  readonly superuserUrl: string;
  /** Owns the tables. */
  readonly ownerUrl: string;
  /** The role of the server. */
  readonly serverUrl: string;
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Builds a migrated database to copy from, once for each set of migrations. @returns its name */
export async function prepareTemplate({ superuserUrl: url, ownerUrl, serverUrl }: TestRoles): Promise<string> {
  const name = `muneem_template_${await hashOfMigrations()}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return name;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} owner ${new URL(ownerUrl).username}`);
    const as = (role: string) => ({ connectionString: withDatabase(role, unfinished) });
    await migrate(as(ownerUrl), as(serverUrl));
    await openTestObjects(as(url));
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/** Grants the server access to tables that a test creates, such as the log of a trigger. */
async function openTestObjects(superuser: { connectionString: string }): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  await client.query(`
    alter default privileges grant all on tables to public;
    alter default privileges grant all on sequences to public`);
  await client.end();
}

async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256');
  for (const migration of await readMigrations()) hash.update(migration.name).update(migration.hash);
  return hash.digest('hex').slice(0, 12);
}

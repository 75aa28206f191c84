import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '#platform/database/index.ts';
import { createTestDatabase } from '#test/test-database.ts';

/** The content of a migrated database: every table, and the rows of schema_migrations. */
async function openDatabase() {
  const { connection, drop } = await createTestDatabase();
  const client = new Client(connection);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  const read = async (): Promise<unknown[]> => [
    (await client.query(`select oid::regclass::text from pg_class where relkind = 'r' order by oid`)).rows,
    (await client.query('select * from schema_migrations order by name')).rows,
  ];
  return { client, connection, read };
}

test('applies each migration once', async () => {
  const { connection } = await openDatabase();
  expect(await migrate(connection)).toEqual([]);
});

test('rejects a changed migration, before and after it was applied', async () => {
  const sums = (await readMigrations()).map(({ name, hash }) => `${hash}  ${name}\n`).join('');
  const committed = await readFile(new URL('../../migrations/checksums.txt', import.meta.url), 'utf8');
  expect(
    sums,
    'Migrations are append-only. For a new one: cd server/migrations && sha256sum *.sql > checksums.txt',
  ).toBe(committed);
  const { client, connection, read } = await openDatabase();
  await client.query(`update schema_migrations set hash = 'another' where name = '0002-auth.sql'`);
  const before = await read();
  await expect(migrate(connection)).rejects.toThrow('migration 0002-auth.sql was changed');
  expect(await read()).toEqual(before);
});

/** The last migration of version 1.0.0, and the hash of the hashes of all its migrations. */
const VERSION_1_0 = {
  last: '0019-evidence.sql',
  hash: 'be84a41c2550551e70e80a1c0987b554fe3944f4693d116da879a41046769d1f',
};

test('upgrades a database of version 1.0.0', async () => {
  const released = (await readMigrations()).filter(({ name }) => name <= VERSION_1_0.last);
  const hashes = released.map(({ hash }) => hash).join('');
  expect(createHash('sha256').update(hashes).digest('hex'), 'a migration of 1.0.0 was changed').toBe(VERSION_1_0.hash);
  const { client, connection, read } = await openDatabase();
  const fresh = (await read())[0];
  await client.query('drop schema public cascade; create schema public; drop schema jobs cascade');
  await client.query(
    'create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  for (const { name, text, hash } of released) {
    await client.query(text);
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
  }
  await migrate(connection);
  expect(new Set((await read())[0] as [])).toEqual(new Set(fresh as []));
  const { rows } = await client.query('select distinct version from schema_migrations order by version');
  expect(rows).toEqual([{ version: '1.0.0' }, { version: '1.1.0' }]);
});

const insertNewer = (client: Client, version: string) =>
  client.query(`insert into schema_migrations (name, hash, version) values ('9999-of-tomorrow.sql', 'x', $1)`, [
    version,
  ]);

test.each(['1.3.0', '2.0.0', '2.1.0'])('rejects a database that version %s has migrated', async (version) => {
  const { client, connection, read } = await openDatabase();
  await client.query(`delete from schema_migrations where name = '0019-evidence.sql'`);
  await insertNewer(client, version);
  const before = await read();
  await expect(migrate(connection)).rejects.toThrow(
    /^a newer version of Muneem has migrated this database \(9999-of-tomorrow.sql\); start that version[^\n]*$/,
  );
  expect(await read()).toEqual(before);
});

test('accepts the migrations of the next minor version, so that a rolling upgrade can restart a server', async () => {
  const { client, connection, read } = await openDatabase();
  await insertNewer(client, '1.2.4');
  const before = await read();
  expect(await migrate(connection)).toEqual([]);
  expect(await read()).toEqual(before);
});

test('gives way to transactions that use its tables, and tries again', async () => {
  const { client, connection } = await openDatabase();
  await client.query(`drop view journals_without_cause, causes_without_journal`);
  await client.query(`delete from schema_migrations where name = '0019-evidence.sql'`);
  const isWaiting = async () =>
    (await client.query(`select from pg_locks where not granted and relation = 'journals'::regclass`)).rowCount;
  await client.query('begin; lock table journals');
  const migrating = migrate(connection);
  await expect.poll(isWaiting).toBe(1);
  await expect.poll(isWaiting).toBe(0);
  await client.query('commit');
  expect(await migrating).toEqual(['0019-evidence.sql']);
});

test('rejects a database from before version 1.0.0, and does not change it', async () => {
  const { client, connection, read } = await openDatabase();
  await client.query('drop schema public cascade; create schema public');
  await client.query(`
    create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
    insert into schema_migrations (name, hash) values ('0001-platform.sql', 'x'), ('0010-auth.sql', 'x'), ('0445-server-role.sql', 'x')`);
  const before = await read();
  await expect(migrate(connection)).rejects.toThrow(
    /^this database was made by a version of Muneem before 1\.0\.0, [^\n]*; start with an empty database$/,
  );
  expect(await read()).toEqual(before);
});

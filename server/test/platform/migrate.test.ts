import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations, readSchema } from '#platform/database/index.ts';
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

test('applies the functions again if their text has changed, and keeps those of a newer version', async () => {
  const { client, connection } = await openDatabase();
  const applied = async () => (await client.query('select hash, version from schema_code')).rows[0];
  const own = await applied();
  const breakIt = (version: string) =>
    client.query(`
      create or replace function refuse_delete() returns trigger language plpgsql as 'begin return old; end';
      update schema_code set hash = 'another', version = '${version}'`);
  const source = async () =>
    (await client.query<{ text: string }>(`select prosrc as text from pg_proc where proname = 'refuse_delete'`)).rows[0]
      ?.text;
  const text = await source();
  for (const version of ['1.9.9', own.version]) {
    await breakIt(version);
    expect(await migrate(connection)).toEqual([]);
    expect([await applied(), await source()]).toEqual([own, text]);
  }
  await breakIt('2.99.0');
  await migrate(connection);
  expect(await applied()).toEqual({ hash: 'another', version: '2.99.0' });
  expect(await source()).toBe('begin return old; end');
});

test('defines each function, view and trigger once', async () => {
  const [migrations, schema] = [await readMigrations(), await readSchema()];
  const defined = (text: string) =>
    [...text.matchAll(/^create (?:or replace )?(function|view|trigger) (\w+)/gm)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
  expect(migrations.flatMap(({ text }) => defined(text))).toEqual([]);
  const all = schema.flatMap(({ text }) => defined(text));
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  const { client } = await openDatabase();
  const { rows } = await client.query<{ name: string }>(`
    select 'function ' || p.proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union select 'view ' || viewname from pg_views where schemaname = 'public'
    union select 'trigger ' || tgname from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace`);
  expect(rows.map(({ name }) => name).sort()).toEqual(all.toSorted());
});

const insertNewer = (client: Client, version: string) =>
  client.query(`insert into schema_migrations (name, hash, version) values ('9999-of-tomorrow.sql', 'x', $1)`, [
    version,
  ]);

test.each(['2.2.0', '3.0.0', '3.1.0'])('rejects a database that version %s has migrated', async (version) => {
  const { client, connection, read } = await openDatabase();
  await client.query(`delete from schema_migrations where name = '0019-restores.sql'`);
  await insertNewer(client, version);
  const before = await read();
  await expect(migrate(connection)).rejects.toThrow(
    /^a newer version of Muneem has migrated this database \(9999-of-tomorrow.sql\); start that version[^\n]*$/,
  );
  expect(await read()).toEqual(before);
});

test('accepts the migrations of the next minor version, so that a rolling upgrade can restart a server', async () => {
  const { client, connection, read } = await openDatabase();
  await insertNewer(client, '2.1.4');
  const before = await read();
  expect(await migrate(connection)).toEqual([]);
  expect(await read()).toEqual(before);
});

test('gives way to transactions that use its tables, and tries again', async () => {
  const { client, connection } = await openDatabase();
  await client.query(`update schema_code set hash = 'another'`);
  const isWaiting = async () =>
    (await client.query(`select from pg_locks where not granted and relation = 'journals'::regclass`)).rowCount;
  await client.query('begin; lock table journals');
  const migrating = migrate(connection);
  await expect.poll(isWaiting).toBe(1);
  await expect.poll(isWaiting).toBe(0);
  await client.query('commit');
  await migrating;
  expect((await client.query(`select from schema_code where hash = 'another'`)).rowCount).toBe(0);
});

test('rejects a database from before version 2.0.0, and does not change it', async () => {
  const { client, connection, read } = await openDatabase();
  await client.query('drop schema public cascade; create schema public');
  await client.query(`
    create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
    insert into schema_migrations (name, hash) values ('0001-platform.sql', 'x'), ('0019-evidence.sql', 'x'), ('0045-purge-audit-again.sql', 'x')`);
  const before = await read();
  await expect(migrate(connection)).rejects.toThrow(
    /^this database was made by a version of Muneem before 2\.0\.0, [^\n]*; start with an empty database$/,
  );
  expect(await read()).toEqual(before);
});

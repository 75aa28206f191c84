import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '#platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

let former: TestDatabase;
let client: Client;
beforeAll(async () => {
  former = await createTestDatabase();
  client = new Client(former.connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.query(
    'create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
});
afterAll(async () => {
  await client.end();
  await former.drop();
});

async function apply({ name, text }: { readonly name: string; readonly text: string }): Promise<void> {
  const hash = createHash('sha256').update(text).digest('hex');
  await client.query(text);
  await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
}

/** As it was first in use: neither the lock nor the trigger. */
const without = (text: string): string =>
  text
    .replace('lock table conversion_addresses in share row exclusive mode;\n', '')
    .replace(/\n-- The database keeps the form[^]*$/, '');

/** Everything that a statement of the product can meet. */
async function schemaOf(connection: { connectionString: string }): Promise<unknown> {
  const reader = new Client(connection);
  await reader.connect();
  try {
    const { rows } = await reader.query<Record<string, unknown>>(`
      select 'column' as what, table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as text
        from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
      union all select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
      union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
      order by 1, 2, 3`);
    return rows;
  } finally {
    await reader.end();
  }
}

test('a database that applied 0280 before it was changed is brought to the schema of a new one, its addresses to their networks, and its first account to its time', async () => {
  const migrations = await readMigrations();
  for (const { name, text } of migrations) {
    if (name >= '0371') break;
    await apply({ name, text: name.startsWith('0280') ? without(text) : text });
  }
  await client.query(`
    insert into conversion_addresses (offer_id, event_key, click_ip, conversion_id) values
      ('ofr_1', 'install', '2001:db8::', 'cnv_2'), ('ofr_1', 'install', '2001:db8::7', 'cnv_1'), ('ofr_1', 'install', '2001:db8::8', 'cnv_3'),
      ('ofr_1', 'deposit', '2001:db8::9', 'cnv_4'), ('ofr_1', 'install', '2001:db8:0:1::', 'cnv_5'), ('ofr_1', 'install', '203.0.113.7', 'cnv_6')`);

  // Of the changes of the key the last one before accounts were remembered counts, and no other change of the settings.
  await client.query(`
    insert into payout_first_accounts (provider, account) values ('bulkpe', 'first');
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, after)
    select at::timestamptz, 'admin', '1', 'A', 'settings.save', 'settings', 'settings', after::jsonb
    from (values ('2026-01-01T10:00Z', '{"bulkpeApiKey": "1"}'), ('2026-01-02T10:00Z', '{"bulkpeApiKey": "2"}'),
      ('2026-01-03T10:00Z', '{"domain": "d"}'), ('2999-01-01T10:00Z', '{"bulkpeApiKey": "3"}')) as v (at, after)`);

  expect(await migrate(former.connection)).toContain('0373-addresses-by-network-again.sql');
  const { rows } = await client.query(
    'select event_key as event, host(click_ip) as ip, conversion_id as id from conversion_addresses order by conversion_id',
  );
  expect(rows).toEqual([
    { event: 'install', ip: '2001:db8::', id: 'cnv_1' },
    { event: 'deposit', ip: '2001:db8::', id: 'cnv_4' },
    { event: 'install', ip: '2001:db8:0:1::', id: 'cnv_5' },
    { event: 'install', ip: '203.0.113.7', id: 'cnv_6' },
  ]);
  expect((await client.query('select provider, account, since from payout_first_accounts')).rows).toEqual([
    { provider: 'bulkpe', account: 'first', since: new Date('2026-01-02T10:01:00Z') },
  ]);
  const fresh = await createTestDatabase();
  try {
    expect(await schemaOf(former.connection)).toEqual(await schemaOf(fresh.connection));
  } finally {
    await fresh.drop();
  }
  expect(await migrate(former.connection)).toEqual([]);
}, 120_000);

test('any other text than those that are known is refused, and nothing is applied', async () => {
  const { rows } = await client.query<{ hash: string }>("select hash from schema_migrations where name like '0280%'");
  const known = rows[0]?.hash;
  await client.query("update schema_migrations set hash = 'another' where name like '0280%'");
  await expect(migrate(former.connection)).rejects.toThrow('migration 0280-addresses-by-network.sql was changed');
  // The former text of one migration is none of another one.
  await client.query("update schema_migrations set hash = $1 where name like '0290%'", [known]);
  await client.query("update schema_migrations set hash = $1 where name like '0280%'", [known]);
  await expect(migrate(former.connection)).rejects.toThrow('migration 0290-exports-not-counted.sql was changed');
}, 60_000);

test('refuses a database that a newer version has migrated, and leaves it untouched', async () => {
  const newer = await createTestDatabase();
  const reader = new Client(newer.connection);
  await reader.connect();
  onTestFinished(async () => {
    await reader.end();
    await newer.drop();
  });
  const read = async () => (await reader.query('select * from schema_migrations order by name')).rows as unknown[];
  await reader.query(`delete from schema_migrations where name like '0383%'`);
  await reader.query(`insert into schema_migrations (name, hash) values ('9999-of-tomorrow.sql', 'x')`);
  const before = await read();
  await expect(migrate(newer.connection)).rejects.toThrow(
    /^a newer version of Muneem has migrated this database \(9999-of-tomorrow.sql\); start that version[^\n]*$/,
  );
  expect(await read()).toEqual(before);
});

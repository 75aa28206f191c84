import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '#platform/database/index.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { findBreaks } from './migration-breaks.ts';

const MANIFEST = new URL('../../package.json', import.meta.url);
/** The last file of version 2.0.0. No version was installed before. */
const LAST_OF_2_0 = '0019-restores.sql';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function connect(): Promise<Client> {
  const client = new Client(database.connection);
  await client.connect();
  await client.query('begin');
  onTestFinished(() => client.end());
  return client;
}

test.each([
  ['alter table offers rename title to heading', ['offers.heading must be given', 'offers.title is text']],
  ['alter table problems alter version type bigint', ['problems.version is integer']],
  ['drop table problems', ['problems exists']],
  ['alter table offers alter created_at drop default', ['offers.created_at must be given']],
  [
    'alter table problems alter responded_by set not null',
    ['problems.responded_by may be null', 'problems.responded_by must be given'],
  ],
  ['alter table problems add urgency integer not null', ['problems.urgency must be given']],
  [
    "alter table problems add constraint short check (title <> 'x') not valid",
    [`problems: CHECK ((title <> 'x'::text)) NOT VALID`],
  ],
  ['create unique index on problems (title)', ['problems must be unique (title)']],
  ['drop view causes_without_journal', ['causes_without_journal exists']],
  ['drop function grant_server_role', ['grant_server_role(name) returns void']],
])('refuses %s, which breaks the previous version', async (text, breaks) => {
  expect(await findBreaks(await connect(), text, '2.1.0')).toEqual(breaks);
});

test('accepts additions', async () => {
  const text = `
    alter table problems add urgency integer not null default 0, add remark text;
    alter type problem_status add value 'waiting';
    alter table problems alter title drop not null;
    create table tags (id text primary key, problem_id text not null references problems, check (id <> ''));
    create index on problems (title)`;
  expect(await findBreaks(await connect(), text, '2.1.0')).toEqual([]);
});

test('accepts a removal only if an earlier release stopped using the column', async () => {
  const text = '-- fine since 2.1.0: problems.attachments is text[]\nalter table problems drop attachments';
  const client = await connect();
  expect(await findBreaks(client, text, '2.2.0')).toEqual([]);
  await client.query('rollback; begin');
  expect(await findBreaks(client, text, '2.1.0')).toEqual(['problems.attachments is text[]']);
});

test('no migration after 2.0.0 breaks the previous version', async () => {
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string };
  const client = await connect();
  await client.query('drop schema public cascade; create schema public');
  await client.query('create table schema_migrations ()');
  for (const { name, text } of await readMigrations()) {
    if (name <= LAST_OF_2_0) await client.query(text);
    else expect(await findBreaks(client, text, version), name).toEqual([]);
  }
});

import { Client } from 'pg';
import { expect, test } from 'vitest';
import { readMigrations } from '#platform/database/index.ts';
import { createTestDatabase } from '#test/test-database.ts';

type Rows = (text: string) => Promise<Record<string, unknown>[]>;

/** A database as it was before a migration, with rows of then; and after it. */
async function migrated(number: string, before: string, check: (rows: Rows) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const client = new Client(database.connection);
  await client.connect();
  try {
    await client.query('create temporary table known as table schema_migrations');
    await client.query(
      'drop schema public cascade; create schema public; create table schema_migrations as table known',
    );
    const migrations = await readMigrations();
    for (const { text } of migrations.filter(({ name }) => name < number)) await client.query(text);
    await client.query(before);
    await client.query(migrations.find(({ name }) => name.startsWith(number))?.text ?? '');
    await check(async (text) => (await client.query<Record<string, unknown>>(text)).rows);
  } finally {
    await client.end();
    await database.drop();
  }
}

const OFFER = `
  insert into offers (id, title, description, coins, type, requirements, tracking_url)
  values ('ofr_1', 'Old', 'd', 1, 'install', 'r', 'https://n.example/?c={click_id}');`;

test('events that were renamed before keep the key of their name, and know the names under which they were paid', async () => {
  const before = `${OFFER}
      insert into offer_events (offer_id, position, name, removed_at) values
        ('ofr_1', 1, 'Qualified', null), ('ofr_1', 2, 'deposit', null), ('ofr_1', 3, 'deposit', now()), ('ofr_1', 4, 'gone', now());
      insert into custom_postbacks (id, offer_id, company_name, company_id, event_name, postback_url)
      values ('cpb_1', 'ofr_1', 'T', 't', 'Deposit', 'https://t.example/');
      insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before) values
        ('2026-01-01Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"events": [{"_id": 1, "eventName": "Lead"}, {"_id": 2, "eventName": "deposit"}]}'),
        ('2026-01-02Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"events": [{"_id": 1, "eventName": "prospect"}]}'),
        ('2026-01-03Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"title": "Older"}'),
        ('2026-01-04Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_2', '{"events": [{"_id": 1, "eventName": "of another"}]}'),
        ('2026-01-05Z', 'admin', '1', 'A', 'offers.create', 'offer', 'ofr_1', null);`;
  await migrated('0310', before, async (rows) => {
    expect(await rows('select key from offer_events order by id')).toEqual(
      ['qualified', 'deposit', 'deposit (E3)', 'gone'].map((key) => ({ key })),
    );
    expect(await rows('select event_id::int, name_key from offer_event_names order by last_used_at')).toEqual([
      { event_id: 1, name_key: 'lead' },
      { event_id: 1, name_key: 'prospect' },
    ]);
    expect(await rows('select event_key from custom_postbacks')).toEqual([{ event_key: 'deposit' }]);
    await rows(`insert into offer_events (offer_id, position, name) values ('ofr_1', 5, 'lead'), ('ofr_1', 6, 'new')`);
    expect(await rows('select key from offer_events where position > 4 order by id')).toEqual([
      { key: 'lead (E5)' },
      { key: 'new' },
    ]);
    await expect(rows(`update offer_events set key = 'other' where id = 1`)).rejects.toThrow('never changes');
  });
});

test('events know since when they have their name as far as the audit log does, and from then on always', async () => {
  const before = `${OFFER}
    insert into offer_events (offer_id, position, name) values
      ('ofr_1', 1, 'First_open'), ('ofr_1', 2, 'deposit'), ('ofr_1', 3, 'unknown'), ('ofr_1', 4, 'back');
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before, after) values
      ('2026-01-01Z', 'admin', '1', 'A', 'offers.create', 'offer', 'ofr_1', null,
        '{"events": [{"_id": 1, "eventName": "install"}, {"_id": 2, "eventName": "Deposit"}, {"_id": 4, "eventName": "back"}]}'),
      ('2026-01-02Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1',
        '{"events": [{"_id": 1, "eventName": "install"}, {"_id": 2, "eventName": "Deposit"}, {"_id": 4, "eventName": "back"}]}',
        '{"events": [{"_id": 1, "eventName": "first_open"}, {"_id": 2, "eventName": "deposit"}]}'),
      ('2026-01-03Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1',
        '{"events": [{"_id": 1, "eventName": "first_open"}, {"_id": 2, "eventName": "deposit"}]}',
        '{"events": [{"_id": 1, "eventName": "First_open"}, {"_id": 2, "eventName": "deposit"}, {"_id": 4, "eventName": "back"}]}'),
      ('2026-01-04Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"title": "Older"}', '{"title": "Old"}');`;
  await migrated('0370', before, async (rows) => {
    const since = async () =>
      (await rows('select named_at from offer_events order by id')).map((row) => row['named_at']);
    const day = (number: number) => new Date(`2026-01-0${number}T00:00:00Z`);
    expect(await since()).toEqual([day(2), day(1), null, day(3)]);

    // A process of the version before says neither when it makes an event, nor when it renames one or brings it back.
    await rows(`insert into offer_events (offer_id, position, name) values ('ofr_1', 5, 'new')`);
    await rows(`update offer_events set name = 'lead', removed_at = null where id = 3`);
    await rows(`update offer_events set name = 'DEPOSIT', position = 7, removed_at = null where id = 2`);
    await rows(`update offer_events set removed_at = now() where id = 4`);
    expect((await since()).slice(0, 2)).toEqual([day(2), day(1)]);
    await rows(`update offer_events set removed_at = null where id = 4`);
    const [, , renamed, back, made] = await since();
    for (const at of [renamed, back, made]) expect((at as Date).getTime()).toBeGreaterThan(day(4).getTime());
    await rows(`update offer_events set name = 'order', named_at = '2026-02-01Z' where id = 2`);
    expect(
      await rows('select event_id::int, name_key, named_at, last_used_at from offer_event_names order by 1'),
    ).toEqual([
      { event_id: 2, name_key: 'deposit', named_at: day(1), last_used_at: new Date('2026-02-01T00:00:00Z') },
      { event_id: 3, name_key: 'unknown', named_at: null, last_used_at: renamed },
    ]);
  });
});

test('every period in which an event had a name is known as far as the audit log has it, and from then on always', async () => {
  const named = (...events: readonly [number, string][]) =>
    JSON.stringify({ events: events.map(([_id, eventName]) => ({ _id, eventName })) });
  const history = [
    [null, named([1, 'Order'], [2, 'install'])],
    [named([1, 'Order'], [2, 'install']), named([1, 'first_order'])],
    [named([1, 'first_order']), named([1, 'order'], [2, 'install'])],
    ['{"title": "Older"}', '{"title": "Old"}'],
    [named([1, 'order'], [2, 'install']), named([1, 'paid'], [2, 'install'])],
  ] as const;
  const audit = history.map(([before, after], index) => {
    const [action, was] = before === null ? ['offers.create', 'null'] : ['offers.update', `'${before}'`];
    return `('2026-01-0${index + 1}Z', 'admin', '1', 'A', '${action}', 'offer', 'ofr_1', ${was}, '${after}')`;
  });
  const before = `${OFFER}
    insert into offer_events (offer_id, position, name, named_at) values
      ('ofr_1', 1, 'paid', '2026-01-05Z'), ('ofr_1', 2, 'install', '2026-01-03Z'), ('ofr_1', 3, 'unknown', null);
    insert into offer_event_names (event_id, name_key, named_at, last_used_at) values
      (1, 'order', null, '2026-01-05 00:00:00.002Z'), (2, 'install', '2026-01-01Z', '2026-01-03Z');
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before, after) values ${audit.join(', ')};`;
  await migrated('0383', before, async (rows) => {
    const periods = async () =>
      (await rows('select * from offer_event_names order by event_id, last_used_at')).map(
        ({ event_id: id, name_key, named_at, last_used_at }) => [
          Number(id),
          name_key,
          ...[named_at, last_used_at].map((at) => (at as Date | null)?.toISOString().slice(0, 10) ?? null),
        ],
      );
    const known = [
      [1, 'order', '2026-01-01', '2026-01-02'],
      [1, 'first_order', '2026-01-02', '2026-01-03'],
      [1, 'order', '2026-01-03', '2026-01-05'],
      [2, 'install', '2026-01-01', '2026-01-02'],
    ];
    expect(await periods(), 'one was undated, one lasted until its event came back').toEqual(known);
    expect(await rows('select 1 from offer_events where named_at is null')).toEqual([]);
    await rows(`update offer_events set removed_at = '2026-02-01Z' where id = 2`);
    expect(await periods()).toEqual(known);
    await rows(`update offer_events set removed_at = null, named_at = '2026-03-01Z' where id = 2`);
    expect((await periods()).slice(4)).toEqual([[2, 'install', '2026-01-03', '2026-02-01']]);
  });
});

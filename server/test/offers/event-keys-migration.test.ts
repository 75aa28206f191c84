import { Client } from 'pg';
import { expect, test } from 'vitest';
import { readMigrations } from '#platform/database/index.ts';
import { createTestDatabase } from '#test/test-database.ts';

test('events that were renamed before keep the key of their name, and know the names under which they were paid', async () => {
  const database = await createTestDatabase();
  const client = new Client(database.connection);
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    const migrations = await readMigrations();
    for (const { text } of migrations.filter(({ name }) => name < '0310')) await client.query(text);
    await client.query(`
      insert into offers (id, title, description, coins, type, requirements, tracking_url)
      values ('ofr_1', 'Old', 'd', 1, 'install', 'r', 'https://n.example/?c={click_id}');
      insert into offer_events (offer_id, position, name, removed_at) values
        ('ofr_1', 1, 'Qualified', null), ('ofr_1', 2, 'deposit', null), ('ofr_1', 3, 'deposit', now()), ('ofr_1', 4, 'gone', now());
      insert into custom_postbacks (id, offer_id, company_name, company_id, event_name, postback_url)
      values ('cpb_1', 'ofr_1', 'T', 't', 'Deposit', 'https://t.example/');
      insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before) values
        ('2026-01-01Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"events": [{"_id": 1, "eventName": "Lead"}, {"_id": 2, "eventName": "deposit"}]}'),
        ('2026-01-02Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"events": [{"_id": 1, "eventName": "prospect"}]}'),
        ('2026-01-03Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_1', '{"title": "Older"}'),
        ('2026-01-04Z', 'admin', '1', 'A', 'offers.update', 'offer', 'ofr_2', '{"events": [{"_id": 1, "eventName": "of another"}]}'),
        ('2026-01-05Z', 'admin', '1', 'A', 'offers.create', 'offer', 'ofr_1', null);`);
    await client.query(migrations.find(({ name }) => name.startsWith('0310'))?.text ?? '');

    const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
    expect(await rows('select key from offer_events order by id')).toEqual(
      ['qualified', 'deposit', 'deposit (E3)', 'gone'].map((key) => ({ key })),
    );
    expect(await rows('select event_id::int, name_key from offer_event_names order by last_used_at')).toEqual([
      { event_id: 1, name_key: 'lead' },
      { event_id: 1, name_key: 'prospect' },
    ]);
    expect(await rows('select event_key from custom_postbacks')).toEqual([{ event_key: 'deposit' }]);
    await client.query(
      `insert into offer_events (offer_id, position, name) values ('ofr_1', 5, 'lead'), ('ofr_1', 6, 'new')`,
    );
    expect(await rows('select key from offer_events where position > 4 order by id')).toEqual([
      { key: 'lead (E5)' },
      { key: 'new' },
    ]);
    await expect(client.query(`update offer_events set key = 'other' where id = 1`)).rejects.toThrow('never changes');
  } finally {
    await client.end();
    await database.drop();
  }
});

import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

test('has every migration and shares nothing with the next test database', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await query(one, "insert into counters (name, value) values ('only here', 1)");
    expect(await query(one, 'select name from counters where value = 1')).toEqual([{ name: 'only here' }]);
    expect(await query(two, 'select name from counters where value = 1')).toEqual([]);
    expect(await query(two, 'select count(*) > 0 as migrated from schema_migrations')).toEqual([{ migrated: true }]);
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
  await expect(query(one, 'select 1')).rejects.toThrow(/does not exist/);
});

async function query(database: TestDatabase, statement: string): Promise<unknown[]> {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

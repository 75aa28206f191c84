import { afterAll, expect, test } from 'vitest';
import { createSettings, type Settings } from '#features/settings/index.ts';
import { createSecretBox } from '#platform/crypto/index.ts';
import { openDatabase, watchCaches, type CacheWatcher } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase } from '#test/test-database.ts';

const watchers: CacheWatcher[] = [];
const logger = createLogger('silent');

const node = (domain: string): Settings => {
  const caches = watchCaches(database, logger);
  watchers.push(caches);
  return createSettings({ database, caches, secrets: createSecretBox('x'.repeat(32)), first: { domain } });
};

const testDatabase = await createTestDatabase();
const database = openDatabase(testDatabase.connection, logger);

afterAll(async () => {
  for (const watcher of watchers) watcher.stop();
  await database.close();
  await testDatabase.drop();
});

test('gives two servers that start together one generated security token', async () => {
  const nodes = [node('https://one.example'), node('https://two.example'), node('https://three.example')];
  await Promise.all(nodes.map((each) => each.load()));
  const tokens = new Set(nodes.map((each) => each.current().securityToken));
  expect(tokens.size).toBe(1);
  expect([...tokens][0]).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(nodes[0]?.current()).toMatchObject({ systemName: 'Muneem', bulkpeApiKey: null, autoPayoutEnabled: false });
});

test('shows a change on one server to the others without a call to them', async () => {
  const [one, two] = [node('https://one.example'), node('https://two.example')];
  await Promise.all([one.load(), two.load()]);
  await one.setAutoPayout(true, { kind: 'admin', id: '1', name: 'Asha' });
  expect(one.current().autoPayoutEnabled).toBe(true);
  await expect.poll(() => two.current().autoPayoutEnabled).toBe(true);
});

import { glob, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import { readSchema } from './read-schema.ts';
import { renderDocument, renderTables } from './render-schema.ts';

const STALE = 'The schema has changed. Run: npx vitest run --project server server/test/platform/schema.test.ts -u';

const SERVER = new URL('../../', import.meta.url);
const NAMED = /\b(?:columnsOf<|rowColumns\(|Row<)'([a-z_]+)'/g;

test('keeps docs/schema.md and the row types equal to the migrated database', async () => {
  const database = await createTestDatabase();
  const client = new Client(database.connection);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const areas = await readSchema(client);
  expect(areas.flatMap(({ tables, code }) => [...tables, ...code]).filter(({ comment }) => comment === '')).toEqual([]);
  await expect(renderDocument(areas), STALE).toMatchFileSnapshot('../../../docs/schema.md');
  await expect(renderTables(areas, await namedTables()), STALE).toMatchFileSnapshot(
    '../../src/platform/database/tables.ts',
  );
});

async function namedTables(): Promise<Set<string>> {
  const sources = glob(['src/features/**/*.ts', 'test/platform/table-columns.test.ts'], { cwd: SERVER });
  const texts = await Promise.all(
    (await Array.fromAsync(sources)).map((file) => readFile(new URL(file, SERVER), 'utf8')),
  );
  return new Set(texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name)));
}

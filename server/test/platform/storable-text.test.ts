import { afterAll, expect, test } from 'vitest';
import { openDatabase, rowColumns, sql, transaction } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase } from '../test-database.ts';

const testDatabase = await createTestDatabase();
const database = openDatabase({ ...testDatabase.connection, max: 2 }, createLogger('silent'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const NOT_JSON = String.raw`not JSON: \u0000`;
const TEXTS = sql`select ${'a\0b\ud83d'}::text as text, ${['c\0', 'd']}::text[] as texts,
  ${JSON.stringify({ 'ke\0y': 'a\0b', high: '\ud83d', emoji: '😀', slash: '\\u0000' })}::jsonb as json,
  ${{ of: 'e\0f' }}::jsonb as object, ${NOT_JSON}::text as other`;
const STORED = {
  text: 'ab\ufffd',
  texts: ['c', 'd'],
  json: { key: 'ab', high: '\ufffd', emoji: '😀', slash: '\\u0000' },
  object: { of: 'ef' },
  other: NOT_JSON,
};

test('stores external texts without NUL and unpaired surrogates, in values, arrays and JSON', async () => {
  expect(await database.query(TEXTS)).toEqual([STORED]);
  expect(await database.execute(TEXTS)).toBe(1);
  expect(await transaction(database, (tx) => tx.query(TEXTS))).toEqual([STORED]);
});

test('stores external texts without NUL by COPY', async () => {
  const entry = {
    provider: 'bulkpe',
    transactionId: 'T\0\t1',
    referenceId: '\0',
    runId: 'r',
    amountPaise: 100,
    word: 'SUCCESS',
    outcome: 'paid',
    utr: null,
    madeAt: new Date(0),
  };
  await transaction(database, async (tx) => tx.insertLater(rowColumns('statement_entries'), [entry as never]));
  expect(await database.query(sql`select transaction_id, reference_id, utr from statement_entries`)).toEqual([
    { transactionId: 'T\t1', referenceId: '', utr: null },
  ]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const session = await openAdminSession(app);

interface Sent {
  readonly title: string;
  readonly postbackToken?: string;
}

async function create(values: Sent, key?: string, { headers } = session) {
  const response = await app.call<{ offer: Offer; code?: string }>('POST', '/api/offers', offerInput({ ...values }), {
    headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });
  const body = response.body;
  return { status: response.status, body, replayed: response.headers['idempotent-replayed'] === 'true' };
}

const idsOf = async (title: string): Promise<string[]> =>
  (await app.database.query<{ id: string }>(sql`select id from offers where title = ${title}`)).map(({ id }) => id);

// covers 000-6.8
test('returns the first answer, token included, to a repeat whose answer was lost', async () => {
  const sent = { title: 'Lost answer', postbackToken: 'hush-hush-3' };
  const key = randomUUID();
  const first = await create(sent, key);
  expect(first).toMatchObject({ status: 200, replayed: false, body: { offer: sent } });
  expect(await create(sent, key)).toEqual({ ...first, replayed: true });
  expect(await idsOf(sent.title)).toEqual([first.body.offer._id]);
});

test('says so if the offer of a lost answer was deleted, or its token changed', async () => {
  const sent = { title: 'Changed meanwhile', postbackToken: 'hush-hush-8' };
  const key = randomUUID();
  const { _id: id } = (await create(sent, key)).body.offer;
  const change = { ...offerInput(sent), postbackToken: 'hush-hush-9' };
  expect((await app.call('PUT', `/api/offers/${id}`, change, session)).status).toBe(200);
  expect(await create(sent, key)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  expect((await app.call('DELETE', `/api/offers/${id}`, undefined, session)).status).toBe(200);
  expect(await create(sent, key)).toMatchObject({ status: 404, body: { code: 'offer_not_found' } });
});

test('stores the first answer without the token', async () => {
  const key = randomUUID();
  await create({ title: 'Kept without it', postbackToken: 'hush-hush-4' }, key);
  const kept = async (of: string) => {
    const [row] = await app.database.query<{ text: string; hash: string }>(
      sql`select k::text as text, request_hash as hash from idempotency_keys k where key = ${of}`,
    );
    return row;
  };
  expect((await kept(key))?.text).toContain('Kept without it');
  expect((await kept(key))?.text).not.toContain('hush-hush-4');
  const other = randomUUID();
  await create({ title: 'Kept without it', postbackToken: 'hush-hush-5' }, other);
  expect((await kept(other))?.hash).toBe((await kept(key))?.hash);
});

test('refuses a different offer under a used key, also when only the token differs', async () => {
  const key = randomUUID();
  const sent = { title: 'First values', postbackToken: 'hush-hush-6' };
  await create(sent, key);
  for (const other of [
    { ...sent, title: 'Other values' },
    { ...sent, postbackToken: 'hush-hush-7' },
    { title: sent.title },
  ])
    expect(await create(other, key)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  expect(await idsOf('Other values')).toEqual([]);
  expect(await idsOf(sent.title)).toHaveLength(1);
});

test('keeps the key after an invalid form, and stores offer and answer in one transaction', async () => {
  const key = randomUUID();
  expect((await create({ title: '' }, key)).status).toBe(400);
  await app.database.execute(sql`alter table idempotency_keys add constraint broken check (answer is null) not valid`);
  expect((await create({ title: 'Parted' }, key)).status).toBe(500);
  await app.database.execute(sql`alter table idempotency_keys drop constraint broken`);
  expect(await idsOf('Parted')).toEqual([]);
  expect((await create({ title: 'Parted' }, key)).status).toBe(200);
});

test('separates keys by administrator, and creates one offer per request without a key', async () => {
  const key = randomUUID();
  const other = await openAdminSession(app, 'other@muneem.example');
  const made = [
    await create({ title: 'Same key' }, key),
    await create({ title: 'Same key' }, key, other),
    await create({ title: 'Same key' }),
    await create({ title: 'Same key' }),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await idsOf('Same key')).toHaveLength(4);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLedger } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp, TEST_PLATFORM_KEY, type TestApp } from '#test/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ COINS_PER_RUPEE: '2' });
});
afterAll(() => app.close());

const UPI = { type: 'upi', upiId: 'ravi@okbank' };
let keys = 0;

async function ask(body: object, key = `w-${(keys += 1)}`) {
  const response = await app.http.fastify.inject({
    method: 'POST',
    url: '/api/platform/withdrawals',
    headers: { authorization: `Bearer ${TEST_PLATFORM_KEY}`, 'idempotency-key': key },
    payload: body,
  });
  return {
    status: response.statusCode,
    body: response.json<{ code?: string; withdrawal?: { withdrawalId: string } }>(),
  };
}

async function wallet(uid: string) {
  const response = await app.http.fastify.inject({
    method: 'GET',
    url: `/api/platform/users/${uid}`,
    headers: { authorization: `Bearer ${TEST_PLATFORM_KEY}` },
  });
  const { coins, heldCoins } = response.json<{ user: { coins: number; heldCoins: number } }>().user;
  return { coins, heldCoins };
}

it('holds the coins at once and returns the amount in rupees', async () => {
  await buildUser(app, { uid: 'w1', coins: 500 });
  expect(await ask({ uid: 'w1', coins: 101, paymentMethod: UPI })).toEqual({
    status: 200,
    body: {
      success: true,
      withdrawal: {
        withdrawalId: expect.stringMatching(/^wdr_/) as string,
        coins: 101,
        amount: 50.5,
        status: 'pending',
        date: expect.any(String) as string,
      },
    },
  });
  expect(await wallet('w1')).toEqual({ coins: 399, heldCoins: 101 });
});

it('creates one withdrawal for one key, also when the first answer was lost', async () => {
  await buildUser(app, { uid: 'w2', coins: 500 });
  const body = { uid: 'w2', coins: 200, paymentMethod: UPI };
  const first = await ask(body, 'lost');
  await app.database.execute(sql`delete from idempotency_keys where key = 'lost'`);
  expect(await ask(body, 'lost')).toEqual(first);
  expect(await wallet('w2')).toEqual({ coins: 300, heldCoins: 200 });
  await app.database.execute(sql`delete from idempotency_keys where key = 'lost'`);
  expect(await ask({ ...body, coins: 100 }, 'lost')).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });
});

it('grants one of two requests when the coins suffice for one', async () => {
  await buildUser(app, { uid: 'w3', coins: 100 });
  const answers = await Promise.all([1, 2].map(() => ask({ uid: 'w3', coins: 80, paymentMethod: UPI })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('insufficient_coins');
  expect(await wallet('w3')).toEqual({ coins: 20, heldCoins: 80 });
});

it('creates one withdrawal when ten requests with one key race', async () => {
  await buildUser(app, { uid: 'w4', coins: 1000 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask({ uid: 'w4', coins: 50, paymentMethod: UPI }, 'ten')),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(await wallet('w4')).toEqual({ coins: 950, heldCoins: 50 });
});

it.each([
  ['0 coins', { coins: 0, paymentMethod: UPI }],
  ['negative coins', { coins: -5, paymentMethod: UPI }],
  ['a fraction', { coins: 0.001, paymentMethod: UPI }],
  ['coins as text', { coins: '50', paymentMethod: UPI }],
  ['no payment method', { coins: 50 }],
  ['two @ in the UPI ID', { coins: 50, paymentMethod: { type: 'upi', upiId: 'a@b@c' } }],
  ['a UPI ID of 300 characters', { coins: 50, paymentMethod: { type: 'upi', upiId: `${'a'.repeat(300)}@b` } }],
  ['a bank account without IFSC', { coins: 50, paymentMethod: { type: 'bank', accountNumber: '123456789' } }],
])('rejects %s', async (_, body) => {
  await buildUser(app, { uid: 'w5', coins: 100 }).catch(() => undefined);
  expect(await ask({ uid: 'w5', ...body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(await wallet('w5')).toEqual({ coins: 100, heldCoins: 0 });
});

it('rejects unknown users', async () => {
  expect(await ask({ uid: 'stranger', coins: 50, paymentMethod: UPI })).toMatchObject({
    status: 404,
    body: { code: 'user_not_found' },
  });
});

it('leaves balanced books, hold by hold', async () => {
  const { breaches } = await checkLedger(app.database, { clock: app.clock, openHolds });
  expect(breaches).toEqual([]);
});

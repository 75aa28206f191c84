import { describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const world = await startWithdrawalApp({ COINS_PER_RUPEE: '3' });

const UPI = { type: 'upi', upiId: 'asha@okbank' };

test('holds the coins at once and converts them to paise', async () => {
  const user = await buildUser(world.app, { coins: 1_000 });
  const { status, body } = await world.request({ uid: user.uid, coins: 900, paymentMethod: UPI });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    availableCoins: 100,
    withdrawal: {
      withdrawalId: expect.stringMatching(/^wdr_/),
      coins: 900,
      amount: 300,
      status: 'pending',
      date: expect.any(String),
    },
  });
  expect(await world.balances(user.id)).toEqual({ wallet: 100, held: 900 });
});

describe('refuses', () => {
  test.each([
    [{ coins: 0 }, 'coins'],
    [{ coins: -300 }, 'coins'],
    [{ coins: 0.001 }, 'coins'],
    [{ coins: 300.5 }, 'coins'],
    [{ coins: '300' }, 'coins'],
    [{ coins: 1e21 }, 'coins'],
    [{ coins: 1 }, 'coins'],
    [{ coins: 100 }, 'coins'],
    [{ paymentMethod: { type: 'upi', upiId: 'a@b@c' } }, 'paymentMethod.upiId'],
    [{ paymentMethod: { type: 'upi', upiId: 'two words@bank' } }, 'paymentMethod.upiId'],
    [{ paymentMethod: { type: 'upi', upiId: `${'x'.repeat(300)}@bank` } }, 'paymentMethod.upiId'],
    [{ paymentMethod: { type: 'upi' } }, 'paymentMethod.upiId'],
    [{ paymentMethod: undefined }, 'paymentMethod'],
    [{ paymentMethod: { type: 'bank', accountNumber: '123456789' } }, 'paymentMethod.ifscCode'],
    [
      { paymentMethod: { type: 'bank', accountNumber: '12345', ifscCode: 'HDFC0001234' } },
      'paymentMethod.accountNumber',
    ],
    [
      { paymentMethod: { type: 'bank', accountNumber: '1234567890x', ifscCode: 'HDFC0001234' } },
      'paymentMethod.accountNumber',
    ],
    [
      { paymentMethod: { type: 'bank', accountNumber: '123456789012', ifscCode: 'HDFC1001234' } },
      'paymentMethod.ifscCode',
    ],
    [{ paymentMethod: { type: 'cash' } }, 'paymentMethod.type'],
  ])('%j', async (change, field) => {
    const user = await buildUser(world.app, { coins: 1_000 });
    const { status, body } = await world.request({ uid: user.uid, coins: 300, paymentMethod: UPI, ...change });
    expect(status).toBe(400);
    expect(body.errors).toHaveProperty([field]);
    expect(await world.balances(user.id)).toEqual({ wallet: 1_000, held: 0 });
  });

  test('an unknown user', async () => {
    expect(await world.request({ uid: 'nobody', coins: 300, paymentMethod: UPI })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });

  test('more than the wallet holds', async () => {
    const user = await buildUser(world.app, { coins: 299 });
    expect(await world.request({ uid: user.uid, coins: 300, paymentMethod: UPI })).toMatchObject({
      status: 409,
      body: { code: 'insufficient_coins' },
    });
  });
});

test('corrects a lower-case IFSC and surrounding spaces', async () => {
  const { id } = await world.pending({
    coins: 300,
    method: { type: 'bank', accountNumber: ' 123456789012 ', ifscCode: ' hdfc0abc123 ' },
  });
  expect((await world.find(id)).paymentMethod).toEqual({
    type: 'bank',
    upiId: null,
    accountNumber: '123456789012',
    ifscCode: 'HDFC0ABC123',
  });
});

test('accepts one of 20 concurrent requests with coins for one', async () => {
  const user = await buildUser(world.app, { coins: 500 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.request({ uid: user.uid, coins: 300, paymentMethod: UPI })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await world.balances(user.id)).toEqual({ wallet: 200, held: 300 });
});

test('creates one withdrawal for a repeated key, and refuses another body under it', async () => {
  const user = await buildUser(world.app, { coins: 1_000 });
  const body = { uid: user.uid, coins: 300, paymentMethod: UPI };
  const first = await world.request(body, 'same-key');
  expect((await world.request(body, 'same-key')).body).toEqual(first.body);
  await world.app.database.execute(sql`delete from idempotency_keys where key = 'same-key'`);
  expect((await world.request(body, 'same-key')).body.withdrawal.withdrawalId).toBe(first.body.withdrawal.withdrawalId);
  expect(await world.request({ ...body, coins: 600 }, 'same-key')).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });
  expect(await world.balances(user.id)).toEqual({ wallet: 700, held: 300 });
});

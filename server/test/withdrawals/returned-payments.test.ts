import { expect, test } from 'vitest';
import { SESSION_PASSWORD } from '#test/admin-session.ts';
import { holdLock } from '#test/hold-lock.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { sql } from '#platform/database/index.ts';
import { commandHere } from '#test/operator-commands.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const world = await startWithdrawalApp();

/** Pays a withdrawal of ₹100. @returns how the bank returns the money */
async function paid() {
  const withdrawal = await world.pending();
  const { body } = await world.approve(withdrawal.id, withdrawal.uid);
  await world.until(withdrawal.id, 'completed');
  const reference = body.withdrawal.referenceId as string;
  const { transactionId } = world.provider.book.findByReference(reference)!;
  return {
    ...withdrawal,
    async giveBack() {
      world.provider.book.giveBack(transactionId, 'Returned');
      expect((await world.call('POST', '/webhooks/bulkpe', { data: { reference_id: reference } })).status).toBe(200);
      await world.until(withdrawal.id, 'payment_failed');
      await world.compare();
    },
  };
}

/** The coins that deleted users have left behind. */
const forfeited = (): Promise<number> =>
  world.app.database.getValue(
    sql`select coalesce(sum(amount), 0)::int as coins from postings where account = 'forfeited'`,
  );

test('a payment to an erased user that the bank returns is not sent to the erased destination', async () => {
  const { id, uid, userId, giveBack } = await paid();
  expect((await world.call('POST', `/api/users/${uid}/erase`, { password: SESSION_PASSWORD })).status).toBe(200);
  await giveBack();
  const before = world.provider.book.list().length;
  expect(await world.call('POST', `/api/withdrawals/${id}/retry-payment`)).toMatchObject({
    status: 409,
    body: { code: 'wrong_state', message: expect.stringContaining('erased') },
  });
  expect(world.provider.book.list()).toHaveLength(before);
  expect(await world.call('POST', `/api/withdrawals/${id}/return-coins`, {})).toMatchObject({ status: 200 });
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
  expect(await forfeited()).toBe(100);
  expect(await world.breaches()).toEqual([]);
});

test('coins that are returned while their user is being deleted are forfeited', async () => {
  const [before, { id, userId, giveBack }] = [await forfeited(), await paid()];
  // The bank returns the payment after the deletion has seen that no coins are held.
  const deletion = await holdLock(world.app.database, 'select from wallets where user_id = $1 for update', [userId]);
  await deletion.client.query('update users set deleted_at = now() where id = $1', [userId]);
  await giveBack();
  const returned = world.call('POST', `/api/withdrawals/${id}/return-coins`, {});
  await expect.poll(() => countLockWaits(world.app.database), { interval: 20 }).toBe(1);
  await deletion.release();
  expect(await returned).toMatchObject({ status: 200 });
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
  expect(await forfeited()).toBe(before + 100);
});

test('a payment that the bank returns after COINS_PER_RUPEE changed stops no payouts, and can be paid or returned', async () => {
  const [first, second] = [await paid(), await paid()];
  const changed = await commandHere('change-coins-per-rupee', ['10', '--confirm'], {
    DATABASE_URL: world.app.database.pool.options.connectionString,
  });
  expect(changed).toMatchObject({ code: 0 });
  await first.giveBack();
  await second.giveBack();
  expect(await world.breaches()).toEqual([]);
  // It is still worth what the user asked for.
  expect(await world.call('POST', `/api/withdrawals/${first.id}/retry-payment`)).toMatchObject({ status: 200 });
  await world.until(first.id, 'completed');
  expect(await world.find(first.id)).toMatchObject({ coins: 100, amount: 100 });
  expect((await world.call('POST', `/api/withdrawals/${second.id}/return-coins`, {})).status).toBe(200);
  expect(await world.balances(second.userId)).toEqual({ wallet: 100, held: 0 });
});

import { afterAll, expect, test } from 'vitest';
import { SESSION_PASSWORD } from '#test/admin-session.ts';
import { commandHere } from '#test/operator-commands.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const it = await startWithdrawalApp();
afterAll(() => it.close());

/** Pays a withdrawal of ₹100. @returns how the bank returns the money */
async function paid() {
  const withdrawal = await it.pending();
  const { body } = await it.approve(withdrawal.id, withdrawal.uid);
  await it.until(withdrawal.id, 'completed');
  const reference = body.withdrawal.referenceId as string;
  const { transactionId } = it.provider.book.findByReference(reference)!;
  return {
    ...withdrawal,
    async giveBack() {
      it.provider.book.giveBack(transactionId, 'Returned');
      expect((await it.call('POST', '/webhooks/bulkpe', { data: { reference_id: reference } })).status).toBe(200);
      await it.until(withdrawal.id, 'payment_failed');
      await it.compare();
    },
  };
}

test('a payment to an erased user that the bank returns is not sent to the erased destination', async () => {
  const { id, uid, userId, giveBack } = await paid();
  expect((await it.call('POST', `/api/users/${uid}/erase`, { password: SESSION_PASSWORD })).status).toBe(200);
  await giveBack();
  const before = it.provider.book.list().length;
  expect(await it.call('POST', `/api/withdrawals/${id}/retry-payment`)).toMatchObject({
    status: 409,
    body: { code: 'wrong_state', message: expect.stringContaining('erased') },
  });
  expect(it.provider.book.list()).toHaveLength(before);
  expect(await it.call('POST', `/api/withdrawals/${id}/return-coins`, {})).toMatchObject({ status: 200 });
  expect(await it.balances(userId)).toEqual({ wallet: 100, held: 0 });
  expect(await it.breaches()).toEqual([]);
});

test('a payment that the bank returns after COINS_PER_RUPEE changed stops no payouts, and can be paid or returned', async () => {
  const [first, second] = [await paid(), await paid()];
  const changed = await commandHere('change-coins-per-rupee', ['10', '--confirm'], {
    DATABASE_URL: it.app.database.pool.options.connectionString,
  });
  expect(changed).toMatchObject({ code: 0 });
  await first.giveBack();
  await second.giveBack();
  expect(await it.breaches()).toEqual([]);
  // It is still worth what the user asked for.
  expect(await it.call('POST', `/api/withdrawals/${first.id}/retry-payment`)).toMatchObject({ status: 200 });
  await it.until(first.id, 'completed');
  expect(await it.find(first.id)).toMatchObject({ coins: 100, amount: 100 });
  expect((await it.call('POST', `/api/withdrawals/${second.id}/return-coins`, {})).status).toBe(200);
  expect(await it.balances(second.userId)).toEqual({ wallet: 100, held: 0 });
});

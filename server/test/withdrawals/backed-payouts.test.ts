import { expect, it } from 'vitest';
import { coins } from '@muneem/contract/money';
import { postCreditsLater } from '#features/ledger/index.ts';
import { sql, transaction } from '#platform/database/index.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

// Without workers: their check of the ledger would find the first breach, and stop the payouts of the next tests.
const world = await startWithdrawalApp({}, { breaksBooks: true, isIdle: true });

it('refuses to pay a wallet that was edited by hand', async () => {
  const { id, uid, userId } = await world.pending({ coins: 100, wallet: 150 });
  await withoutTriggers(world.app.database, sql`update wallets set balance = 5000 where user_id = ${userId}`);
  const request = { uid, coins: 5_000, paymentMethod: { type: 'upi', upiId: 'asha@okbank' } };
  expect((await world.request(request)).status).toBe(200);
  const refused = await world.approve(id, uid);
  expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  expect(refused.body.message).toContain(
    `wallet of user ${userId}: 0 coins after 3 entries, its entries make -4950 after 3`,
  );
  expect((await world.find(id)).status).toBe('pending');
  expect(world.provider.book.list()).toEqual([]);
});

it('refuses to pay coins that were posted without a conversion', async () => {
  const { id, uid, userId } = await world.pending({ coins: 100, wallet: 150 });
  const actor = { kind: 'system', id: 'postbacks', name: 'Postback' } as const;
  const forged = { kind: 'reward', key: `${'0'.repeat(26)}:install`, actor, userId, amount: coins(1_000_000) } as const;
  await transaction(world.app.database, async (tx) => postCreditsLater(tx, [forged]));
  const refused = await world.approve(id, uid);
  expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  expect(refused.body.message).toContain(`1000000 coins for user ${userId}, its conversion does not exist`);
  expect(world.provider.book.list()).toEqual([]);
});

it('refuses to pay a withdrawal whose coins are not held', async () => {
  const { id, uid } = await world.pending();
  const other = await world.pending();
  await withoutTriggers(
    world.app.database,
    sql`update withdrawals set hold_journal_id = (select hold_journal_id from withdrawals where id = ${other.id}) where id = ${id}`,
  );
  const refused = await world.approve(id, uid);
  expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  expect(refused.body.message).toContain(`withdrawal ${id} does not hold the 100 coins of its amount`);
  expect(world.provider.book.list()).toEqual([]);
});

it('names payments without a withdrawal that holds their coins', async () => {
  const { id, uid, userId } = await world.pending();
  expect((await world.approve(id, uid)).body.withdrawal.status).toBe('completed');
  const problems = async (): Promise<string[]> =>
    (
      await world.app.database.query<{ message: string }>(
        sql`select message from causes_without_journal where message like 'payout attempt%' or message like ${`withdrawal ${id}%`}`,
      )
    ).map(({ message }) => message);
  expect(await problems()).toEqual([]);
  await withoutTriggers(
    world.app.database,
    sql`
    insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id, status, sending_at, created_at)
    values ('att_forged', 'wdr_forged', 1, 'FORGED', 'bulkpe', 999900, 'UPI', 'Eve', 'eve@okbank', 'paid', now(), now())`,
  );
  await withoutTriggers(
    world.app.database,
    sql`update payout_attempts set amount_paise = 20000 where payable_id = ${id}`,
  );
  const { referenceId } = await world.find(id);
  expect(await problems()).toEqual([
    'payout attempt FORGED (paid, 999900 paise): its withdrawal does not exist',
    `payout attempt ${referenceId} (paid, 20000 paise): its withdrawal is completed with 10000 paise, or names another attempt or destination`,
  ]);
  await withoutTriggers(world.app.database, sql`delete from payout_attempts where id = 'att_forged'`);
  await withoutTriggers(
    world.app.database,
    sql`update payout_attempts set amount_paise = 10000, status = 'unknown', next_call_at = now() + interval '1 hour' where payable_id = ${id}`,
  );
  expect(await problems()).toContain(`withdrawal ${id} (completed): completed without a paid attempt`);
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
});

import type { WithdrawalUser, WithdrawalView } from '@muneem/contract/withdrawals';
import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const world = await startWithdrawalApp();
afterEach(() => world.endTest());

describe('the flags of a withdrawal', () => {
  const kinds = (view: WithdrawalView) => view.flags.map(({ kind }) => kind).sort();
  const request = async (user: { uid: string }, paymentMethod: object) =>
    (await world.request({ uid: user.uid, coins: 10, paymentMethod })).body.withdrawal.withdrawalId;

  test('mark a first withdrawal and a new account once', async () => {
    const user = await buildUser(world.app, { coins: 100 });
    const first = await request(user, { type: 'upi', upiId: 'own@bank' });
    expect(kinds(await world.find(first))).toEqual(['first_withdrawal', 'fresh_account']);
    await world.app.database.execute(
      sql`update users set created_at = now() - interval '3 days' where id = ${user.id}`,
    );
    const second = await request(user, { type: 'upi', upiId: 'own@bank' });
    expect(kinds(await world.find(second))).toEqual([]);
    expect(kinds(await world.find(first))).toEqual(['first_withdrawal']);
  });

  test('mark a UPI ID and a bank account that several users share, in any case', async () => {
    const users = await Promise.all([1, 2, 3].map(() => buildUser(world.app, { coins: 100 })));
    const ids = [];
    for (const [index, user] of users.entries())
      ids.push(await request(user, { type: 'upi', upiId: index === 1 ? 'Shared@Bank' : 'shared@bank' }));
    const { flags } = await world.find(ids[0] as string);
    expect(flags.find(({ kind }) => kind === 'shared_upi')).toEqual({
      kind: 'shared_upi',
      count: 3,
      text: 'UPI shared by 3 users',
    });
    const bank = { type: 'bank', accountNumber: '999988887777', ifscCode: 'HDFC0001234' };
    const last = [await request(users[0]!, bank), await request(users[1]!, bank)];
    expect(kinds(await world.find(last[0] as string))).toContain('shared_account');
  });

  test('mark many accounts from one IP address', async () => {
    const users = await Promise.all([1, 2, 3].map(() => buildUser(world.app, { coins: 100 })));
    const ids = [];
    for (const user of users) {
      await world.app.database.execute(sql`
        insert into clicks (id, created_at, offer_id, user_id, status, click_ip)
        values (${`click-${user.id}`}, now(), 'offer', ${user.id}, 'clicked', '203.0.113.7')`);
      ids.push(await request(user, { type: 'upi', upiId: `u${user.id}@bank` }));
    }
    expect((await world.find(ids[2] as string)).flags).toContainEqual({
      kind: 'many_accounts_from_address',
      count: 3,
      text: '3 users from one IP address',
    });
  });

  test("are shown in the details with the user's wallet and other withdrawals, newest first", async () => {
    const user = await buildUser(world.app, {
      coins: 100,
      name: 'Ravi',
      email: 'ravi@example.com',
      phone: '9876543210',
    });
    const paid = await request(user, { type: 'upi', upiId: 'ravi@bank' });
    await world.verify(paid, { approved: true });
    const rejected = await request(user, { type: 'upi', upiId: 'ravi@bank' });
    await world.verify(rejected, { approved: false });
    const open = await request(user, { type: 'upi', upiId: 'ravi@bank' });
    const { body } = await world.call<{ user: WithdrawalUser; pastWithdrawals: WithdrawalView[] }>(
      'GET',
      `/api/withdrawals/${open}`,
    );
    expect(body.user).toEqual({
      uid: user.uid,
      name: 'Ravi',
      email: 'ravi@example.com',
      phone: '9876543210',
      createdAt: expect.any(String),
      deleted: false,
      coins: 80,
      heldCoins: 10,
      withdrawals: 3,
      completedWithdrawals: 1,
      completedAmount: 10,
    });
    expect(body.pastWithdrawals.map(({ id, status }) => [id, status])).toEqual([
      [rejected, 'rejected'],
      [paid, 'completed'],
    ]);
  });
});

import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { inTurn } from '#test/hold-lock.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const world = await startWithdrawalApp();

const WALLET = 'select 1 from wallets where user_id = $1 for update';
const paymentMethod = { type: 'upi', upiId: 'asha@okbank' };
/** Reads PostgreSQL's count of deadlocks after every connection has reported its own. */
async function deadlocks(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 12 }, () => world.app.database.pool.connect()));
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()');
    client.release();
  }
  const [row] = await world.app.database.query<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return row?.deadlocks ?? NaN;
}

test('locks the wallet before the sums when a rejection races with a new request of the user', async () => {
  const { id, uid, userId } = await world.pending({ coins: 100, wallet: 200 });
  const before = await deadlocks();
  const answers = await inTurn<{ status: number }>(
    world.app.database,
    [WALLET, [userId]],
    [() => world.request({ uid, coins: 100, paymentMethod }), () => world.verify(id, { approved: false })],
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await deadlocks()).toBe(before);
  expect(await world.balances(userId)).toEqual({ wallet: 100, held: 100 });
});

test('avoids a deadlock between the deletion of a user and a withdrawal request', async () => {
  const user = await buildUser(world.app, { coins: 100 });
  const before = await deadlocks();
  const answers = await inTurn<{ status: number }>(
    world.app.database,
    [WALLET, [user.id]],
    [
      () => world.request({ uid: user.uid, coins: 100, paymentMethod }),
      () => world.call('DELETE', `/api/users/${user.uid}`),
    ],
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(await deadlocks()).toBe(before);
});

test('avoids deadlocks between requests, approvals, rejections and Reject All for the same users', async () => {
  const users = await Promise.all(Array.from({ length: 3 }, () => buildUser(world.app, { coins: 10_000 })));
  const before = await deadlocks();
  const ids: string[] = [];
  const ask = async (n: number): Promise<number> => {
    const { status, body } = await world.request({ uid: users[n % users.length]?.uid, coins: 10, paymentMethod });
    if (status === 200) ids.push(body.withdrawal.withdrawalId);
    return status;
  };
  expect(await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)))).toEqual(Array(60).fill(200));
  const work = ids
    .slice()
    .flatMap((id, n) => [
      ask(n),
      world.verify(id, { approved: n % 3 === 0 }).then(({ status }) => status),
      ...(n % 20 === 0 ? [world.call('POST', '/api/withdrawals/reject-all', {}).then(({ status }) => status)] : []),
    ]);
  const statuses = await Promise.all(work);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(await deadlocks()).toBe(before);
  const kept = await world.app.database.query(sql`
    select status, withdrawals, coins, amount_paise from withdrawal_totals where withdrawals > 0 order by status`);
  const counted = await world.app.database.query(sql`
    select status, count(*) as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
    from withdrawals group by status order by status`);
  expect(kept).toEqual(counted);
});

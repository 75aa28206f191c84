import { coins } from '@muneem/contract/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#platform/audit-log/index.ts';
import { createOutboundHttp } from '#platform/outbound-http/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createPayouts } from '#features/payouts/index.ts';
import { requestWithdrawal } from '#features/withdrawals/index.ts';
import { reviveWithdrawal, settleWithdrawal } from '#features/withdrawals/settle-withdrawal.ts';
import { approveWithdrawal } from '#features/withdrawals/approve-withdrawal.ts';
import { rejectAllPending, rejectWithdrawal } from '#features/withdrawals/reject-withdrawal.ts';
import { buildUser } from '#test/builders/users.ts';
import { startWithdrawalApp, type WithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { sized } from '#test/sized.ts';
import { createTestProvider } from './test-provider.ts';
import { createSimulatedJobs, inParallel } from './simulated-jobs.ts';

const ROUNDS = sized(500, 50);
const admin: Actor = { kind: 'admin', id: '1', name: 'Admin' };
const decision = { actor: admin, adminReason: null };
const http = createOutboundHttp({ allow: ['127.0.0.0/8'], keepAlive: false });

let it: WithdrawalApp;
let dependencies: Parameters<typeof approveWithdrawal>[0] & Parameters<typeof requestWithdrawal>[0];
beforeAll(async () => {
  it = await startWithdrawalApp();
  const { database, clock } = it.app;
  const jobs = await createSimulatedJobs(database);
  const provider = createTestProvider('bulkpe', { http, baseUrl: it.provider.url, apiKey: 'bulkpe-key-1234' });
  const logger = createLogger('silent');
  const payouts = createPayouts({
    database,
    clock,
    logger,
    jobs,
    provider,
    lookupDelaysS: [90],
    settle: settleWithdrawal,
    revive: reviveWithdrawal,
    notifyPaidTwice: () => Promise.resolve(),
  });
  for (const job of payouts.jobs) jobs.define(job);
  const settings = { current: () => ({}) } as never;
  dependencies = { database, clock, payouts, jobs, coinsPerRupee: 1, settings };
});
afterAll(async () => {
  await http.close();
  await it.close();
});

/** Requests `count` withdrawals of 2 coins for one user, each to its own UPI ID. */
async function request(name: string, count: number): Promise<{ userId: number; ids: string[] }> {
  const user = await buildUser(it.app, { coins: 2 * count });
  const ids: string[] = [];
  await inParallel(
    Array.from({ length: count }, (_, n) => n),
    8,
    async (n) => {
      const paymentMethod = { type: 'upi', upiId: `${name}${n}@okbank` } as const;
      ids.push(
        (await requestWithdrawal(dependencies, { uid: user.uid, coins: coins(2), paymentMethod, actor: admin })).id,
      );
    },
  );
  return { userId: user.id, ids };
}

const paidAt = (name: string): string[] =>
  it.provider.book.list().flatMap(({ beneficiary }) => (beneficiary.startsWith(name) ? [beneficiary] : []));

// covers own-7.15
test(`lets one of a concurrent approval and rejection win, and pays only approved ones, ${ROUNDS} times`, async () => {
  const { userId, ids } = await request('duel', ROUNDS);
  let approved = 0;
  await inParallel([...ids.entries()], 10, async ([round, id]) => {
    const acts = [
      () => approveWithdrawal(dependencies, id, {}, decision),
      () => rejectWithdrawal(dependencies, id, {}, decision),
    ];
    const done = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    const lost = done.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({ code: 'wrong_state' });
    if (done[round % 2 ? 0 : 1]?.status === 'fulfilled') approved += 1;
  });
  const paid = paidAt('duel');
  expect(paid).toHaveLength(approved);
  expect(new Set(paid).size).toBe(approved);
  // Each side must win sometimes, otherwise they did not race.
  expect(approved).toBeGreaterThan(0);
  expect(approved).toBeLessThan(ROUNDS);
  expect(await it.balances(userId)).toEqual({ wallet: 2 * (ROUNDS - approved), held: 0 });
}, 120_000);

// covers 001-4.4
test('decides each withdrawal once when two Reject All race with 120 approvals', async () => {
  const { userId, ids } = await request('all', 120);
  let approved = 0;
  const approving = inParallel(ids, 6, async (id) => {
    await approveWithdrawal(dependencies, id, {}, decision).then(
      () => void (approved += 1),
      (error: unknown) => expect(error).toMatchObject({ code: 'wrong_state' }),
    );
  });
  await expect.poll(() => approved, { interval: 1 }).toBeGreaterThan(5);
  const rejected = await Promise.all([1, 2].map(() => rejectAllPending(dependencies, decision)));
  await approving;
  const last = await rejectAllPending(dependencies, decision);
  expect(approved + (rejected[0] ?? 0) + (rejected[1] ?? 0) + last).toBe(120);
  expect(new Set(paidAt('all')).size).toBe(approved);
  expect(paidAt('all')).toHaveLength(approved);
  expect(await it.balances(userId)).toEqual({ wallet: 2 * (120 - approved), held: 0 });
  expect(await it.breaches()).toEqual([]);
}, 60_000);

import { afterEach, expect, test } from 'vitest';
import { readOutbox } from '#test/outbox.ts';
import type { WithdrawalView } from '@muneem/contract/withdrawals';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { holdLock } from '#test/hold-lock.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { buildUser } from '#test/builders/users.ts';
import { commandHere } from '#test/operator-commands.ts';
import { noJobLeft } from '#test/payouts/decided-jobs.ts';
import { createSecondNode } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

const world = await startWithdrawalApp();
afterEach(() => world.call('POST', '/api/auto-payout/disable'));

const turnOn = () => world.call('POST', '/api/auto-payout/enable');
const upi = (uid: string) => ({ type: 'upi', upiId: `${uid}@okbank` });

async function ask(uid: string, coins: number, paymentMethod: object = upi(uid)): Promise<string> {
  const { status, body } = await world.request({ uid, coins, paymentMethod });
  expect(status).toBe(200);
  return body.withdrawal.withdrawalId;
}

const findAll = (ids: readonly string[]): Promise<WithdrawalView[]> => Promise.all(ids.map((id) => world.find(id)));

/** Waits until Auto Payout has decided about each withdrawal. @returns the withdrawals */
async function decided(ids: readonly string[]): Promise<WithdrawalView[]> {
  const isOpen = ({ status, waitsBecause }: WithdrawalView) =>
    status === 'processing' || (status === 'pending' && !waitsBecause);
  await expect.poll(async () => (await findAll(ids)).filter(isOpen).length, { timeout: 20_000 }).toBe(0);
  return findAll(ids);
}

// covers own-7.22
test('leaves the burst of a flagged user to an admin with the reason, and the ledger balances', async () => {
  const shared = upi('crowd');
  const others = await Promise.all(Array.from({ length: 19 }, () => buildUser(world.app, { coins: 1 })));
  for (const { uid } of others) await ask(uid, 1, shared);
  const { uid } = await buildUser(world.app, { coins: 15_000 });
  await turnOn();
  const burst = await Promise.all(Array.from({ length: 15 }, () => ask(uid, 1_000, shared)));
  for (const row of await decided(burst)) {
    expect(row.status).toBe('pending');
    expect(row.waitsBecause).toMatch(/^UPI shared by 20 users/);
  }
  expect(world.provider.book.list()).toEqual([]);
  expect(await waitingEntries(burst)).toBe(15);
  const { stdout } = await commandHere('verify-ledger', [], {
    DATABASE_URL: world.app.database.pool.options.connectionString,
  });
  expect(stdout).toContain('The ledger is correct. Payouts may run.');
});

async function waitingEntries(ids: readonly string[]): Promise<number> {
  const rows = await world.app.database.query(sql`
    select 1 from audit_log where action = 'withdrawals.wait-for-person' and actor_id = 'auto-payout' and entity_id = any (${ids}::text[])`);
  return rows.length;
}

/** Saves the limits with a mailed code, as `settings.test.ts` shows. */
async function setLimits(flags: readonly string[], dayRupees = 100_000): Promise<void> {
  await world.app.database.execute(sql`
    update settings set auto_payout_flags = ${flags}, auto_payout_day_limit_rupees = ${dayRupees}, version = version + 1`);
  await world.app.database.execute(sql`update cache_versions set version = version + 1 where topic = 'settings'`);
  await expect
    .poll(async () => {
      const { body } = await world.call<{ settings: object }>('GET', '/api/settings');
      return body.settings;
    })
    .toMatchObject({ autoPayoutFlags: flags, autoPayoutDayLimit: dayRupees });
}

test('recognises a shared bank account under each of its spellings', async () => {
  const bank = (accountNumber: string, ifscCode: string) => ({ type: 'bank', accountNumber, ifscCode });
  const spellings = [
    bank('50100098765432', 'HDFC0001234'),
    // Banks pay by account number: any branch's code reaches it, and so do leading zeros.
    bank('50100098765432', 'HDFC0009999'),
    bank('00050100098765432', 'HDFC0001234'),
    // NPCI's UPI ID of a bank account.
    { type: 'upi', upiId: '50100098765432@hdfc0001234.IFSC.npci' },
  ];
  await turnOn();
  for (const [index, method] of [...spellings, bank('50100098765432', 'ICIC0001234')].entries()) {
    const { uid } = await buildUser(world.app, { coins: 50 });
    const [row] = await decided([await ask(uid, 10, method)]);
    if (index === 0 || index === spellings.length) expect(row?.status).toBe('completed');
    else
      expect(row).toMatchObject({
        status: 'pending',
        waitsBecause: expect.stringContaining(`shared by ${index + 1} users`),
      });
  }
});

test('leaves a withdrawal to an admin if its user owes coins of a reversed reward since the request, until they are settled', async () => {
  await turnOn();
  const { uid, id } = await buildUser(world.app, { coins: 50 });
  const reversal = `cnv_${uid}`;
  // Auto Payout is about to decide.
  const decision = await holdLock(
    world.app.database,
    "select pg_advisory_xact_lock(hashtextextended('auto-payout', 0))",
  );
  const asked = await ask(uid, 10);
  await expect.poll(() => countLockWaits(world.app.database), { timeout: 10_000 }).toBe(1);
  await world.app.database.execute(sql`
    insert into conversion_reversals (conversion_id, conversion_created_at, click_id, event_key, offer_id, reason, reversed_at)
    values (${reversal}, now(), 'click', 'install', 'offer', 'fraud', now())`);
  await world.app.database.execute(sql`
    insert into reversed_credits (journal_id, journal_key, conversion_id, user_id, kind, coins, status, owed_since)
    values (${-id}, 'click:1', ${reversal}, ${id}, 'reward', 1200, 'owed', now())`);
  await decision.release();
  const [waiting] = await decided([asked]);
  expect(waiting).toMatchObject({ status: 'pending', waitsBecause: 'Owes 1,200 reversed coins' });
  expect(waiting?.flags).toContainEqual({ kind: 'owes_coins', count: 1200, text: 'Owes 1,200 reversed coins' });
  expect((await world.approve(asked, uid)).body).toMatchObject({
    code: 'wrong_state',
    message: expect.stringContaining(
      '40 coins are in the wallet of this user, and 1200 of reversed rewards are outstanding.',
    ),
  });
  await world.app.database.execute(sql`
    update reversed_credits set status = 'written_off', settled_at = now(), settled_by = 'Asha' where user_id = ${id}`);
  expect((await world.approve(asked, uid)).status).toBe(200);
  expect(await decided([await ask(uid, 10)])).toMatchObject([{ status: 'completed' }]);
});

test('leaves only the flags of the settings to an admin', async () => {
  await turnOn();
  const [first, second] = [await buildUser(world.app, { coins: 50 }), await buildUser(world.app, { coins: 50 })];
  expect(await decided([await ask(first.uid, 10)])).toMatchObject([{ status: 'completed' }]);
  await setLimits(['first_withdrawal', 'fresh_account']);
  const shared = upi(first.uid);
  expect(await decided([await ask(second.uid, 10, shared)])).toMatchObject([
    { status: 'pending', waitsBecause: 'First withdrawal, Joined less than an hour before' },
  ]);
  await world.app.database.execute(
    sql`update users set created_at = now() - interval '3 days' where id = ${second.id}`,
  );
  expect(await decided([await ask(second.uid, 10, shared)])).toMatchObject([{ status: 'completed' }]);
});

test('leaves the fourth withdrawal of a user within an hour to an admin', async () => {
  await setLimits(['burst']);
  await turnOn();
  const { uid, id } = await buildUser(world.app, { coins: 50 });
  // A trigger refuses another request time.
  const pass = (minutes: number) =>
    withoutTriggers(
      world.app.database,
      sql`update withdrawals set created_at = created_at - make_interval(mins => ${minutes}::int) where user_id = ${id}`,
    );
  for (let times = 0; times < 3; times += 1)
    expect(await decided([await ask(uid, 10)])).toMatchObject([{ status: 'completed' }]);
  await pass(58);
  expect(await decided([await ask(uid, 10)])).toMatchObject([
    { status: 'pending', waitsBecause: '4 withdrawals within an hour' },
  ]);
  await pass(3);
  expect(await decided([await ask(uid, 10)])).toMatchObject([{ status: 'completed' }]);
});

// covers own-7.22
test('never exceeds the limit per user and day when two servers decide concurrently', async () => {
  await setLimits([]);
  await turnOn();
  const node = await createSecondNode(world.app);
  await node.start();
  const { uid } = await buildUser(world.app, { coins: 15 * 400 });
  const split = await Promise.all(Array.from({ length: 15 }, () => ask(uid, 400)));
  const rows = await decided(split);
  await node.stop();
  expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(2);
  expect(rows.filter(({ waitsBecause }) => waitsBecause === 'More than ₹1,000 for one user in a day')).toHaveLength(13);
});

interface Status {
  state: string;
  pause: { reason: string; message: string; retryAt: string } | null;
  waiting: number;
  dayLimit: number;
  paidToday: number;
}
const status = async (): Promise<Status> => (await world.call<Status>('GET', '/api/auto-payout/status')).body;

test('pauses two servers at the limit per day with a mail, and resumes on the next day in Asia/Kolkata', async () => {
  const { paidToday } = await status();
  await setLimits([], paidToday + 1_000);
  await turnOn();
  const node = await createSecondNode(world.app);
  await node.start();
  const users = await Promise.all(Array.from({ length: 12 }, () => buildUser(world.app, { coins: 1_000 })));
  await Promise.all(users.map(({ uid }) => ask(uid, 300)));
  await noJobLeft(world.app);
  await node.stop();
  expect(await status()).toMatchObject({
    state: 'paused',
    waiting: 9,
    dayLimit: paidToday + 1_000,
    paidToday: paidToday + 900,
    pause: { reason: 'daily_limit', message: expect.stringMatching(/^The limit per day is reached: ₹[\d,]+ of ₹/) },
  });
  const { pause } = await status();
  expect(new Date(pause?.retryAt ?? '').toISOString()).toMatch(/T18:30:00.000Z$/);
  const { body } = await world.call<{ alerts: { kind: string; message: string }[] }>('GET', '/api/payouts/attention');
  expect(body.alerts).toContainEqual(expect.objectContaining({ kind: 'auto_payout_paused', message: pause?.message }));
  await expect
    .poll(pauseMails, { timeout: 20_000 })
    .toEqual([expect.stringMatching(/To continue today, raise the limit .* It resumes at 00:00 \(Asia\/Kolkata\)\./)]);

  // Resuming under the same limit pays nothing more.
  await world.call('POST', '/api/auto-payout/resume');
  await noJobLeft(world.app);
  expect(await status()).toMatchObject({ state: 'paused', waiting: 9, paidToday: paidToday + 900 });

  world.app.clock.set(new Date(Date.parse(pause?.retryAt ?? '') + 1_000));
  const tomorrow = await openAdminSession(world.app);
  const { uid } = await buildUser(world.app, { coins: 300 });
  const next = await ask(uid, 300);
  const paid = async () =>
    (await world.call<{ withdrawal: WithdrawalView }>('GET', `/api/withdrawals/${next}`, undefined, tomorrow)).body
      .withdrawal.status;
  await expect.poll(paid, { timeout: 20_000 }).toBe('completed');
});

async function pauseMails(): Promise<string[]> {
  return (await readOutbox(world.app)).flatMap(({ subject, text = '' }) =>
    subject === 'Muneem: auto payout has paused' ? [text.replaceAll(/\s+/g, ' ')] : [],
  );
}

import type { AttentionItem } from '@muneem/contract/payouts';
import { describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { setPayoutKey } from '#test/withdrawals/withdrawal-app.ts';
import { KEY, OTHER, ROTATED, startTwoAccounts } from './two-accounts.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

const { world, other } = await startTwoAccounts();

const declare = (id: string) =>
  world.call('POST', `/api/withdrawals/${id}/declare-not-paid`, {
    reason: 'Looked into the dashboard of the old account',
  });
const lookUp = (id: string) => world.call<{ message: string }>('POST', `/api/withdrawals/${id}/look-up`);
const itemOf = async (id: string): Promise<AttentionItem | undefined> =>
  (await world.call<{ items: AttentionItem[] }>('GET', '/api/payouts/attention')).body.items.find(
    ({ withdrawal }) => withdrawal.id === id,
  );
const unlocked = (change: ReturnType<typeof sql>): Promise<void> => withoutTriggers(world.app.database, change);
/** The provider paid, and its answer was lost. */
async function paidInSilence(): Promise<string> {
  const { id } = await world.sent('cut');
  expect(await world.transfersOf(id)).toBe(1);
  expect(await world.find(id)).toMatchObject({ paymentStatus: 'unknown' });
  return id;
}

// covers own-7.19
test('ignores the answer of an account that did not send the payment, and names the account to check', async () => {
  const id = await paidInSilence();
  await setPayoutKey(world.app, OTHER);
  await world.age(id, 30);
  expect((await lookUp(id)).body.message).toBe(
    'It was sent with another payout key, account or provider. The current one does not know it',
  );
  await expect
    .poll(async () => (await world.find(id)).paymentError)
    .toBe('It was sent with another payout key or account: the current one does not know it, which proves nothing');
  expect(await world.unheardAt(id)).toBeNull();
  expect(await world.find(id)).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
  expect(await itemOf(id)).toMatchObject({
    sentElsewhere: true,
    message: expect.stringContaining('another payout key, account or provider'),
    actions: ['look_up', 'declare_not_paid'],
  });
  // The old key is restored for a moment: its account reports the payment, and nothing is paid twice.
  await setPayoutKey(world.app, KEY);
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(409);
  await world.until(id, 'completed');
  expect(world.provider.book.summary().doublePayouts).toBe(0);
});

test('lets an admin close a payment of another account once the account in use does not know it', async () => {
  const { id } = await world.sent('cut_before');
  await setPayoutKey(world.app, OTHER);
  await world.age(id, 23);
  expect((await declare(id)).status).toBe(409);
  await world.age(id, 25);
  expect((await declare(id)).status).toBe(200);
  expect(await world.unheardAt(id)).toBeNull();
  expect(await world.find(id)).toMatchObject({ status: 'payment_failed' });
});

const CANNOT_ASK = ['http_503', 'unauthorized', 'ip_blocked', 'cut_before', 'html_200'] as const;
// covers own-7.19
test('does not let an admin declare a payment of another account with an invalid key or an unreachable account', async () => {
  const id = await paidInSilence();
  await setPayoutKey(world.app, 'bulkpe-key-mistyped-0000');
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(409);
  await setPayoutKey(world.app, OTHER);
  for (const fault of CANNOT_ASK) {
    other.faults.set([{ fault, call: 'fetchStatus' }]);
    await world.age(id, 30);
    expect((await declare(id)).status, fault).toBe(409);
  }
  other.faults.set([]);
  // One account's answer says nothing about another account, and it expires after two hours.
  await world.age(id, 30);
  await lookUp(id);
  await setPayoutKey(world.app, 'bulkpe-key-mistyped-0000');
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(409);
  await setPayoutKey(world.app, OTHER);
  await unlocked(sql`
    update payout_attempts set unheard_elsewhere_at = now() - interval '3 hours', last_call_at = now() where payable_id = ${id}`);
  expect((await declare(id)).status).toBe(409);
  expect(world.provider.book.summary().doublePayouts).toBe(0);
  await setPayoutKey(world.app, KEY);
  await world.age(id, 30);
  await lookUp(id);
  await world.until(id, 'completed');
});

test('accepts the answer of the sending account for two hours, also after a change of the key', async () => {
  const { id } = await world.sent('cut_before');
  await world.age(id, 30);
  await lookUp(id);
  await expect.poll(() => world.unheardAt(id)).toBeInstanceOf(Date);
  await setPayoutKey(world.app, 'bulkpe-key-mistyped-0000');
  const unheardFor = (hours: number) =>
    unlocked(sql`
      update payout_attempts set unheard_at = now() - ${hours} * interval '1 hour', last_call_at = now() where payable_id = ${id}`);
  await unheardFor(3);
  expect((await declare(id)).status).toBe(409);
  await unheardFor(1);
  expect((await declare(id)).status).toBe(200);
});

describe('a payment that another account called FAILED', () => {
  async function failed(): Promise<{ id: string; userId: number; settle: () => void }> {
    const { id, userId } = await world.sent('failed');
    const { transactionId } = world.provider.book.findByReference((await world.find(id)).referenceId as string)!;
    await setPayoutKey(world.app, OTHER);
    return { id, userId, settle: () => world.provider.book.settle(transactionId, 'SUCCESS', 'Paid') };
  }
  const act = (id: string, action: string) => world.call('POST', `/api/withdrawals/${id}/${action}`, {});

  test('is neither retried nor returned because of an answer of the account in use', async () => {
    const { id, userId, settle } = await failed();
    settle();
    const { transfers } = other.book.summary();
    for (const action of ['retry-payment', 'return-coins']) {
      await world.age(id, 1);
      expect(await act(id, action)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('sent with another payout key, account or provider') },
      });
    }
    expect(other.book.summary().transfers).toBe(transfers);
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
    await setPayoutKey(world.app, KEY);
    await world.age(id, 1);
    expect((await act(id, 'return-coins')).status).toBe(409);
    expect(await world.find(id)).toMatchObject({ status: 'completed' });
  });

  test('is returned after a day once an admin has checked that account', async () => {
    const { id, userId } = await failed();
    await world.age(id, 23);
    expect((await declare(id)).status).toBe(409);
    expect(await itemOf(id)).toMatchObject({ sentElsewhere: true, actions: ['retry_payment', 'return_coins'] });
    await world.age(id, 25);
    expect(await itemOf(id)).toMatchObject({ actions: ['retry_payment', 'return_coins', 'declare_not_paid'] });
    expect((await declare(id)).status).toBe(200);
    expect(await itemOf(id)).toMatchObject({ sentElsewhere: false, actions: ['retry_payment', 'return_coins'] });
    await world.age(id, 25);
    expect((await declare(id)).status).toBe(409);
    await world.age(id, 25);
    expect((await act(id, 'return-coins')).status).toBe(200);
    expect(await world.balances(userId)).toEqual({ wallet: 100, held: 0 });
  });
});

test('a declaration ends when the provider has the payment after all, also for a later account', async () => {
  const { id, userId } = await world.sent('cut_before');
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(200);
  const order = { amountPaise: 10_000, mode: 'UPI', beneficiary: 'asha@okbank', beneficiaryName: 'Asha', note: '' };
  const reference = (await world.find(id)).referenceId as string;
  const { transactionId } = world.provider.book.accept({ ...order, reference }, 'PENDING', 'In process');
  const act = async (action: string) => {
    await world.age(id, 30);
    return world.call('POST', `/api/withdrawals/${id}/${action}`, {});
  };
  expect(await act('return-coins')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('in progress') },
  });
  world.provider.book.settle(transactionId, 'FAILED', 'Timed out');
  await act('look-up');
  await world.until(id, 'payment_failed');
  // Only the account that called it FAILED can confirm that it stays so.
  await setPayoutKey(world.app, OTHER);
  expect((await act('return-coins')).status).toBe(409);
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
});

test('retries a payment that was refused for a wrong key with the right key', async () => {
  await setPayoutKey(world.app, 'bulkpe-key-mistyped-0000');
  const { id } = await world.sent();
  expect(await world.find(id)).toMatchObject({ status: 'payment_failed', paymentStatus: 'refused' });
  await setPayoutKey(world.app, KEY);
  await world.age(id, 1);
  expect((await world.call('POST', `/api/withdrawals/${id}/retry-payment`)).status).toBe(200);
  await world.until(id, 'completed');
});

test('keeps the account while its key is removed, so that nothing can be declared not paid', async () => {
  const { id } = await world.sent('cut_before');
  await world.app.database.execute(sql`update settings set bulkpe_api_key_sealed = null, version = version + 1`);
  await world.app.database.execute(sql`update cache_versions set version = version + 1 where topic = 'settings'`);
  await expect
    .poll(async () => (await world.call<{ error?: string }>('GET', '/api/bulkpe/balance')).body.error)
    .toContain('No payout provider API key');
  await world.age(id, 30);
  expect((await declare(id)).status).toBe(409);
  expect(await itemOf(id)).toMatchObject({ sentElsewhere: false });
});

// covers own-7.19
test('accepts findings under a new key of the same account', async () => {
  const id = await paidInSilence();
  await setPayoutKey(world.app, ROTATED);
  await world.age(id, 30);
  await lookUp(id);
  await world.until(id, 'completed');
  const [row] = await world.app.database.query<{ accounts: number; known: number }>(sql`
    select count(distinct account)::int as accounts, count(account)::int as known from payout_attempts where payable_id = ${id}`);
  expect(row).toEqual({ accounts: 1, known: 1 });
  const next = await world.sent();
  const [same] = await world.app.database.query<{ n: number }>(sql`
    select count(distinct account)::int as n from payout_attempts where payable_id = any (${[id, next.id]}::text[])`);
  expect(same?.n).toBe(1);
});

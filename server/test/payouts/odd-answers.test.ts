import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { PROVIDER_NAMES } from './test-provider.ts';

describe.each(PROVIDER_NAMES)('%s', async (provider) => {
  const world = await startWithdrawalApp({ PAYOUT_PROVIDER: provider });
  afterEach(() => world.endTest());

  const approve = async (id: string) => (await world.verify(id, { approved: true })).body;

  /** Creates a pending withdrawal of a user with this name. */
  async function pendingOf(name: string): Promise<{ id: string; uid: string }> {
    const { uid } = await buildUser(world.app, { coins: 100, name });
    const paymentMethod = { type: 'upi', upiId: 'asha@okbank' };
    const { body } = await world.request({ uid, coins: 100, paymentMethod });
    return { id: body.withdrawal.withdrawalId, uid };
  }

  test.each(['control_characters', 'nul_bytes'] as const)(
    '%s in the answer to a payment leave no error, and the payment is completed once',
    async (fault) => {
      world.provider.faults.set([{ fault, times: 1 }]);
      const { id } = await world.pending();
      expect((await world.verify(id, { approved: true })).status).toBe(200);
      await world.until(id, 'completed');
      expect(await world.transfersOf(id)).toBe(1);
    },
  );

  test('control characters in a look-up end the look-ups, and are not stored', async () => {
    world.provider.faults.set([
      { fault: 'cut', times: 1 },
      { fault: 'control_characters', call: 'fetchStatus' },
    ]);
    const { id } = await world.pending();
    await approve(id);
    await world.until(id, 'completed');
    expect(await world.find(id)).toMatchObject({ paymentStatus: 'paid', transactionId: 'UTR-1' });
  });

  test('a look-up without our reference confirms nothing while no transaction id is stored', async () => {
    world.provider.faults.set([
      { fault: 'cut', times: 1 },
      { fault: 'null_reference', call: 'fetchStatus' },
    ]);
    const { id, userId } = await world.pending();
    await approve(id);
    await expect
      .poll(async () => (await world.find(id)).paymentError, { timeout: 15_000 })
      .toContain('without our reference');
    expect(await world.find(id)).toMatchObject({
      status: 'processing',
      paymentStatus: 'unknown',
      bulkpeTransactionId: null,
    });
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
    world.endTest();
    await world.until(id, 'completed');
  });

  test('an admin names the transaction id of a payment whose look-ups never have our reference', async () => {
    world.provider.faults.set([
      { fault: 'cut', times: 1 },
      { fault: 'null_reference', call: 'fetchStatus' },
    ]);
    const { id } = await world.pending();
    await approve(id);
    const { referenceId } = await world.find(id);
    const accept = async (transactionId: string) =>
      (await world.call('POST', `/api/withdrawals/${id}/accept-transaction`, { transactionId })).status;
    await expect.poll(async () => (await world.find(id)).providerStatus, { timeout: 15_000 }).not.toBeNull();
    const { transactionId } = world.provider.book.findByReference(referenceId as string)!;
    const known = provider === 'razorpayx' ? `pout_${transactionId}` : transactionId;
    expect(await accept(known)).toBe(409);
    await world.age(id, 25);
    const { body } = await world.call<{ items: { withdrawal: { id: string }; actions: string[] }[] }>(
      'GET',
      '/api/payouts/attention',
    );
    expect(body.items.find(({ withdrawal }) => withdrawal.id === id)?.actions).toContain('accept_transaction');
    expect(await accept(known)).toBe(200);
    await world.until(id, 'completed');
  });

  test('a look-up without our reference counts if its id is the stored one', async () => {
    world.provider.faults.set([
      { fault: 'pending', times: 1, delayMs: 300 },
      { fault: 'null_reference', call: 'fetchStatus' },
    ]);
    const { id } = await world.pending();
    expect(await approve(id)).toMatchObject({ withdrawal: { paymentStatus: 'in_flight' } });
    await world.until(id, 'completed');
  });

  test('one odd row of the statement is named and left out, and the others are compared', async () => {
    const { id } = await world.sent();
    await world.age(id, 1);
    world.provider.faults.set([{ fault: 'odd_row', call: 'accountStatement' }]);
    const run = await world.compare();
    expect(run).toMatchObject({ status: 'done', error: null, notes: expect.stringMatching(/odd.1: its amount/i) });
    expect(run.matched).toBeGreaterThanOrEqual(1);
  });

  test('a balance that is sent as text is read', async () => {
    world.provider.faults.set([{ fault: 'balance_text', call: 'fetchBalance' }]);
    expect((await world.call('GET', '/api/bulkpe/balance')).body).toMatchObject({ success: true, balance: 1_234.5 });
  });

  test('an error never says "Success"', async () => {
    world.provider.faults.set([
      { fault: 'says_success', call: 'fetchBalance' },
      { fault: 'says_success', call: 'accountStatement' },
      { fault: 'says_success', times: 1 },
    ]);
    const balance = await world.call<{ error: string }>('GET', '/api/bulkpe/balance');
    expect(balance.body.error).toBe('The payout provider answered 400');
    expect((await world.compare()).error).toBe('The payout provider answered 400');
    const { id } = await world.pending();
    await approve(id);
    expect((await world.find(id)).paymentError ?? '').not.toMatch(/success/i);
  });

  test('a documented validation error is a refusal with the words of the provider', async () => {
    world.provider.faults.set([{ fault: 'invalid_field', times: 1 }]);
    const { id, userId } = await world.pending();
    expect(await approve(id)).toMatchObject({
      paymentResult: { success: false, error: expect.stringMatching(/beneficiaryName|bank does not print/) },
      withdrawal: { status: 'payment_failed', paymentStatus: 'refused' },
    });
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
  });

  test.each([
    ['María José Núñez', 'Maria Jose Nunez'],
    ['Łukasz Ørsted', 'Lukasz Orsted'],
    ['Straße', 'Strasse'],
    ['Ａｓｈａ', 'Asha'],
    ['प्रिया शर्मा', 'Priya Sharma'],
    ['குமார்', 'Kumar'],
    ['রহিম', 'Rahim'],
  ])('pays "%s" as "%s", and shows the name that was sent', async (name, sent) => {
    const { id } = await pendingOf(name);
    expect(await approve(id)).toMatchObject({ withdrawal: { status: 'completed' } });
    expect(world.provider.book.list()[0]).toMatchObject({ beneficiaryName: sent });
    const { body } = await world.call<{ attempts: { beneficiaryName: string }[] }>('GET', `/api/withdrawals/${id}`);
    expect(body.attempts).toMatchObject([{ beneficiaryName: sent }]);
  });

  test('pays a name without any Latin letters under the id of the user, and shows it', async () => {
    const { id, uid } = await pendingOf('محمد');
    await approve(id);
    expect(world.provider.book.list()[0]).toMatchObject({ beneficiaryName: `User ${uid.replace('-', ' ')}` });
  });

  test('a name below the documented limit is refused before it is sent, and paid after it was corrected', async () => {
    const { id, uid } = await pendingOf('Jó');
    const before = world.provider.book.list().length;
    const answer = await approve(id);
    if (provider === 'bulkpe') {
      expect(answer).toMatchObject({ withdrawal: { status: 'completed' } });
      return;
    }
    expect(answer.paymentResult).toEqual({ success: false, error: expect.stringContaining('"Jo" has only 2 letters') });
    expect(answer.withdrawal).toMatchObject({ status: 'payment_failed', paymentStatus: 'refused' });
    expect(world.provider.book.list()).toHaveLength(before);
    await world.app.database.execute(sql`update users set name = 'Joan' where uid = ${uid}`);
    expect((await world.call('POST', `/api/withdrawals/${id}/retry-payment`)).status).toBe(200);
    expect(world.provider.book.list()[0]).toMatchObject({ beneficiaryName: 'Joan' });
  });

  test('pays every valid UPI ID as it was given', async () => {
    for (const upiId of [
      'asha.rao-1@okhdfcbank',
      '9876543210@ybl',
      'ASHA_RAO@OKAXIS',
      '123456789012@HDFC0001234.ifsc.npci',
      '919876543210.asha@axisb2',
      `${'a'.repeat(80)}@upi`,
    ]) {
      const { id } = await world.pending({ method: { type: 'upi', upiId: ` ${upiId} ` } });
      expect(await approve(id), upiId).toMatchObject({ withdrawal: { status: 'completed' } });
      expect(world.provider.book.list()[0]).toMatchObject({ beneficiary: upiId });
    }
  });
});

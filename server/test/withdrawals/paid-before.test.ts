import type { WithdrawalView } from '@muneem/contract/withdrawals';
import { describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { PROVIDER_NAMES } from '#test/payouts/test-provider.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const MOVES = ['retry-payment', 'return-coins'] as const;

describe.each(PROVIDER_NAMES)('%s: a payment that was once paid', async (provider) => {
  const world = await startWithdrawalApp({ PAYOUT_PROVIDER: provider });

  const act = (id: string, action: string) =>
    world.call<{ message: string; withdrawal: WithdrawalView }>('POST', `/api/withdrawals/${id}/${action}`, {});

  /** Creates a paid withdrawal whose next look-up the provider answers with FAILED, without returning the money. */
  async function flipped() {
    const { id, userId } = await world.sent();
    const { referenceId } = await world.find(id);
    const { transactionId } = world.provider.book.findByReference(referenceId as string)!;
    const say = async (word: 'SUCCESS' | 'FAILED'): Promise<void> => {
      world.provider.book.settle(transactionId, word, 'The bank says so');
      await world.age(id, 0);
      await act(id, 'look-up');
      await world.until(id, word === 'SUCCESS' ? 'completed' : 'payment_failed');
    };
    await say('FAILED');
    return { id, userId, referenceId, transactionId, say };
  }

  const refusesBoth = async (id: string): Promise<void> => {
    const before = world.provider.book.list().length;
    for (const action of MOVES)
      expect(await act(id, action)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(world.provider.book.list()).toHaveLength(before);
  };

  const compare = async (): Promise<void> =>
    expect(await world.compare()).toMatchObject({ status: 'done', error: null, notes: null });

  test('is neither paid again nor returned because two look-ups say SUCCESS and FAILED', async () => {
    const { id, userId, say } = await flipped();
    expect(await act(id, 'retry-payment')).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/as paid on .* IST and as failed since .* IST.*from .* IST/) },
    });
    await refusesBoth(id);
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
    await say('SUCCESS');
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
  });

  test('shows when the provider said paid, when failed, and when it can be paid again', async () => {
    const { id } = await flipped();
    const { paidBefore } = await world.find(id);
    expect(paidBefore).toEqual({
      referenceId: (await world.find(id)).referenceId,
      paidAt: expect.any(String),
      failedAt: expect.any(String),
      possibleAt: new Date(Date.parse(paidBefore!.failedAt) + 24 * 3_600_000).toISOString(),
      lookupsLeft: 3,
      returnedAt: null,
      mayPayAgain: false,
    });
    const { body } = await world.call<{ items: { withdrawal: { id: string }; message: string }[] }>(
      'GET',
      '/api/payouts/attention',
    );
    expect(body.items.find(({ withdrawal }) => withdrawal.id === id)?.message).toMatch(
      /as paid on .* and as failed since/,
    );
  });

  test('is paid again 24 hours and three look-ups later, but not after only one of both', async () => {
    const { id } = await flipped();
    for (let looked = 0; looked < 4; looked += 1) await refusesBoth(id);
    await world.age(id, 23.9);
    await refusesBoth(id);
    await world.age(id, 0.2);
    expect(await act(id, 'retry-payment')).toMatchObject({ status: 200 });
    expect(await world.find(id)).toMatchObject({ status: 'completed', paidBefore: null });

    const other = await flipped();
    await world.age(other.id, 48);
    await refusesBoth(other.id);
    expect((await world.find(other.id)).paidBefore).toMatchObject({ lookupsLeft: 1, mayPayAgain: false });
    expect(await act(other.id, 'return-coins')).toMatchObject({ status: 200 });
    expect(await world.balances(other.userId)).toEqual({ wallet: 100, held: 0 });
  });

  test('waits 24 hours and three look-ups again after the provider said SUCCESS or PENDING in between', async () => {
    const { id, say, transactionId } = await flipped();
    for (let looked = 0; looked < 2; looked += 1) await refusesBoth(id);
    await world.age(id, 25);
    await say('SUCCESS');
    await say('FAILED');
    await refusesBoth(id);
    await world.age(id, 25);
    world.provider.book.settle(transactionId, 'PENDING', 'Being processed');
    expect(await act(id, 'retry-payment')).toMatchObject({ status: 409 });
    expect(await world.find(id)).toMatchObject({ status: 'processing', paymentStatus: 'in_flight' });
    await say('FAILED');
    expect((await world.find(id)).paidBefore).toMatchObject({ lookupsLeft: 3 });
    await world.age(id, 25);
    await refusesBoth(id);
  });

  test('is paid again at once when the statement shows a credit that refers to it', async () => {
    const { id, transactionId } = await flipped();
    await compare();
    await refusesBoth(id);
    world.provider.book.giveBack(transactionId, 'Returned');
    await compare();
    expect((await world.find(id)).paidBefore).toMatchObject({ returnedAt: expect.any(String), mayPayAgain: true });
    expect(await act(id, 'retry-payment')).toMatchObject({ status: 200 });
    expect(await world.find(id)).toMatchObject({ status: 'completed' });
    expect((await world.call<{ counts: object }>('GET', '/api/payouts/reconciliation')).body.counts).toMatchObject({
      paid_twice: 0,
      missing_at_ours: 0,
    });
  });

  test('is looked up when the statement shows its return first', async () => {
    const { id } = await world.sent();
    await world.age(id, 1);
    const { referenceId } = await world.find(id);
    world.provider.book.giveBack(world.provider.book.findByReference(referenceId as string)!.transactionId, 'Returned');
    await compare();
    await world.until(id, 'payment_failed');
    expect(await act(id, 'return-coins')).toMatchObject({ status: 200 });
  });

  test('ignores credits of another amount, before the payment, and of other transfers', async () => {
    const { id, transactionId } = await flipped();
    const { book } = world.provider;
    book.giveBack(transactionId, 'Returned');
    const real = book.listReturns;
    for (const change of [
      { transfer: { amountPaise: 9_999 } },
      { transfer: { reference: 'MNMOTHER', transactionId: 'TXN-OTHER', utr: '1' } },
      { createdAt: new Date(Date.now() - 3_600_000).toISOString() },
    ]) {
      Object.assign(book, {
        listReturns: () =>
          real().map((credit) => ({ ...credit, ...change, transfer: { ...credit.transfer, ...change.transfer } })),
      });
      await compare();
      await refusesBoth(id);
    }
    Object.assign(book, { listReturns: real });
  });

  test('cannot be paid again past the server: the database refuses', async () => {
    const { id } = await flipped();
    const refused = { constraint: 'paid_before' };
    await expect(
      world.app.database.execute(sql`
        insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id, created_at)
        select 'pay_2' || id, id, 2, 'MNM2' || id, ${provider}, amount_paise, 'UPI', 'Asha Rao', upi_id, now() from withdrawals where id = ${id}`),
    ).rejects.toMatchObject(refused);
    await expect(
      world.app.database.execute(sql`update withdrawals set status = 'rejected', verified_at = now() where id = ${id}`),
    ).rejects.toMatchObject(refused);
  });
});

import { sql } from '#platform/database/index.ts';
import { afterEach, expect, test } from 'vitest';
import { inTurn } from '#test/hold-lock.ts';
import { readOutbox } from '#test/outbox.ts';
import { NO_LOOKUP, startWithdrawalApp } from './withdrawal-app.ts';

const world = await startWithdrawalApp();
afterEach(() => world.endTest());

/** Creates a withdrawal whose payment the provider reports as FAILED and settles later on request. */
async function failed() {
  world.provider.faults.set([{ fault: 'failed', times: 1 }]);
  const withdrawal = await world.pending();
  const { body } = await world.approve(withdrawal.id, withdrawal.uid);
  expect(body.withdrawal.status).toBe('payment_failed');
  const { referenceId } = body.withdrawal;
  const transfer = world.provider.book.findByReference(referenceId!)!;
  return {
    ...withdrawal,
    settle: () => world.provider.book.settle(transfer.transactionId, 'SUCCESS', 'Paid'),
    transfer,
  };
}

const webhook = (reference: string) =>
  world.call('POST', '/webhooks/bulkpe', { data: { reference_id: reference, trx_status: 'SUCCESS' } });
const paidTo = (id: string) =>
  world.app.database
    .query<{ status: string }>(sql`select status from payout_attempts where payable_id = ${id} order by number`)
    .then((rows) => rows.map(({ status }) => status));

const mailsAbout = async (reference: string) =>
  (await readOutbox(world.app)).filter(({ text }) => text?.includes(reference));

test.each([
  ['retry-payment', undefined],
  ['return-coins', { adminReason: 'Give up' }],
])('%s asks the provider first and completes a withdrawal that was paid after all', async (action, body) => {
  const { id, userId, settle } = await failed();
  settle();
  const answer = await world.call('POST', `/api/withdrawals/${id}/${action}`, body ?? {});
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('succeeded after all') } });
  expect(await world.find(id)).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  expect(await paidTo(id)).toEqual(['paid']);
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
});

test('completes a withdrawal by a look-up after a webhook about its failed payment', async () => {
  const { id, settle, transfer } = await failed();
  settle();
  expect((await webhook(transfer.reference)).status).toBe(200);
  await world.until(id, 'completed');
  expect(await paidTo(id)).toEqual(['paid']);
});

test('lets an admin look a failed payment up', async () => {
  const { id, settle } = await failed();
  settle();
  expect((await world.call('POST', `/api/withdrawals/${id}/look-up`)).status).toBe(200);
  await world.until(id, 'completed');
});

test('retries and returns only after the provider confirms that the payment failed', async () => {
  const [paid, returned] = [await failed(), await failed()];
  expect((await world.call('POST', `/api/withdrawals/${paid.id}/retry-payment`)).status).toBe(200);
  expect((await world.call('POST', `/api/withdrawals/${returned.id}/return-coins`, {})).status).toBe(200);
  expect(await paidTo(paid.id)).toEqual(['not_paid', 'paid']);
  expect(await world.balances(returned.userId)).toEqual({ wallet: 100, held: 0 });
});

test.each(['retry-payment', 'return-coins'])(
  '%s is refused if another payment has failed since its look-up',
  async (action) => {
    const { id, userId } = await failed();
    const [answer] = await inTurn(
      world.app.database,
      ['select from withdrawals where id = $1 for update', [id]],
      [() => world.call('POST', `/api/withdrawals/${id}/${action}`, {})],
      async (client) => {
        await client.query(
          `insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id, status, created_at, sending_at)
           select 'pay_2' || id, id, 2, 'MNM2' || id, 'bulkpe', amount_paise, 'UPI', 'Asha Rao', upi_id, 'not_paid', now(), now() from withdrawals where id = $1`,
          [id],
        );
        await client.query(`update withdrawals set last_attempt_id = 'pay_2' || id where id = $1`, [id]);
      },
    );
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('Another payment') } });
    expect(await paidTo(id)).toEqual(['not_paid', 'not_paid']);
    expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
  },
);

test('neither retries nor returns while the provider does not answer', async () => {
  const { id, userId } = await failed();
  world.provider.faults.set([{ fault: 'http_503', call: 'fetchStatus' }]);
  for (const action of ['retry-payment', 'return-coins'])
    expect(await world.call('POST', `/api/withdrawals/${id}/${action}`, {})).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('Nothing was paid or returned') },
    });
  expect(await paidTo(id)).toEqual(['not_paid']);
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
});

test.each(['retry-payment', 'return-coins'])('reports a success after %s as paid_twice with a mail', async (action) => {
  const { id, settle, transfer } = await failed();
  expect((await world.call('POST', `/api/withdrawals/${id}/${action}`, {})).status).toBe(200);
  settle();
  await webhook(transfer.reference);
  const differences = () =>
    world.call<{ differences: object[] }>('GET', `/api/payouts/reconciliation?search=${transfer.reference}`);
  await expect
    .poll(async () => (await differences()).body.differences)
    .toMatchObject([{ kind: 'paid_twice', state: 'open', referenceId: transfer.reference }]);
  await expect
    .poll(() => mailsAbout(transfer.reference))
    .toMatchObject([{ subject: 'Muneem: a withdrawal was paid twice' }]);
});

test('keeps a payment unknown after an unfamiliar 400 until a look-up decides', async () => {
  world.provider.faults.set([{ fault: 'in_process_400', times: 1 }, NO_LOOKUP]);
  const { id, uid, userId } = await world.pending();
  const { body } = await world.approve(id, uid);
  expect(body.withdrawal).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
  expect((await world.call('POST', `/api/withdrawals/${id}/return-coins`, {})).status).toBe(409);
  world.endTest();
  await world.until(id, 'completed');
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 0 });
});

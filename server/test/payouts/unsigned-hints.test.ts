// covers own-7.20
import { expect, test } from 'vitest';
import { sql, type Row } from '#platform/database/index.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';

const world = await startWithdrawalApp({ PAYOUT_LOOKUP_DELAYS_S: '90,300' });

const tell = async (reference: string): Promise<void> => {
  const payload = { data: { reference_id: reference, trx_status: 'FAILED' } };
  const answer = await world.app.http.fastify.inject({ method: 'POST', url: '/webhooks/bulkpe', payload });
  expect(answer.statusCode).toBe(200);
};
type Attempt = Pick<Row<'payout_attempts'>, 'id' | 'status' | 'utr' | 'nextCallAt' | 'unsignedHints'> & {
  readonly lastCallAt: Date;
};
const attemptOf = async (id: string): Promise<Attempt> => {
  const [row] = await world.app.database.query<Attempt>(
    sql`select id, status, utr, next_call_at, last_call_at, unsigned_hints from payout_attempts where payable_id = ${id}`,
  );
  return row!;
};
const utrOf = async (id: string) => (await attemptOf(id)).utr;
const ageLastCall = (id: string, hours = 1) =>
  world.app.database.execute(sql`
    update payout_attempts set last_call_at = now() - ${hours} * interval '1 hour' where payable_id = ${id}`);

async function paid(): Promise<{ id: string; reference: string; attemptId: string }> {
  const { id } = await world.sent();
  const { referenceId, status } = await world.find(id);
  expect(status).toBe('completed');
  return { id, reference: referenceId as string, attemptId: (await attemptOf(id)).id };
}

/** Stores this id of the payment's transfer, then sends a hint an hour after the last call. */
async function tellAs(transactionId: string | null, { id, reference }: { id: string; reference: string }) {
  await world.app.database.execute(
    sql`update payout_attempts set provider_transaction_id = ${transactionId} where payable_id = ${id}`,
  );
  await ageLastCall(id);
  await tell(reference);
}

test('plans one look-up after a flood of hints about one paid transfer', async () => {
  const { id, reference } = await paid();
  await Promise.all(Array.from({ length: 60 }, () => tell(reference)));
  const planned = await attemptOf(id);
  expect(planned.nextCallAt?.getTime()).toBeGreaterThanOrEqual(planned.lastCallAt.getTime() + 90_000 - 1);
  await tell(reference);
  expect(await attemptOf(id)).toEqual({ ...planned, unsignedHints: 1 });
});

test('adds the bank’s UTR after a hint about a paid transfer without one', async () => {
  const { id, reference } = await paid();
  expect(await utrOf(id)).toBeNull();
  await ageLastCall(id);
  await tell(reference);
  await expect.poll(() => utrOf(id), { timeout: 10_000 }).toBe(world.provider.book.findByReference(reference)?.utr);
});

test('ignores the UTR of another transfer under our reference', async () => {
  const { id, reference } = await paid();
  const { transactionId, utr } = world.provider.book.findByReference(reference)!;
  // The hint names another transfer than the stored payment, or none.
  for (const known of ['T-of-another', null]) {
    await tellAs(known, { id, reference });
    await expect.poll(async () => (await attemptOf(id)).nextCallAt, { timeout: 10_000 }).toBeNull();
    expect(await utrOf(id)).toBeNull();
  }
  await tellAs(transactionId, { id, reference });
  await expect.poll(() => utrOf(id), { timeout: 10_000 }).toBe(utr);
});

test('does not reverse a paid transfer if another one under our reference failed', async () => {
  const { id, reference } = await paid();
  const { transactionId } = world.provider.book.findByReference(reference)!;
  world.provider.book.settle(transactionId, 'FAILED', 'Returned');
  const hint = async (known: string, status: string) => {
    await tellAs(known, { id, reference });
    const asked = async () => (await attemptOf(id)).lastCallAt.getTime();
    await expect.poll(asked, { timeout: 10_000 }).toBeGreaterThan(Date.now() - 60_000);
    await expect.poll(async () => (await attemptOf(id)).status, { timeout: 10_000 }).toBe(status);
  };
  await hint('T-of-another', 'paid');
  await hint(transactionId, 'not_paid');
});

test('follows a few unsigned hints a day about a paid transfer', async () => {
  const { id, reference, attemptId } = await paid();
  for (let hint = 1; hint <= 8; hint += 1) {
    await ageLastCall(id);
    await tell(reference);
    await expect.poll(async () => (await attemptOf(id)).nextCallAt, { timeout: 10_000 }).toBeNull();
    expect((await attemptOf(id)).unsignedHints).toBe(Math.min(hint, 5));
    expect((await attemptOf(id)).lastCallAt.getTime() > Date.now() - 60_000, `hint ${hint}`).toBe(hint <= 5);
  }
  await world.app.database.execute(
    sql`update payout_attempts set unsigned_hints_since = now() - interval '25 hours' where id = ${attemptId}`,
  );
  await ageLastCall(id);
  await tell(reference);
  await expect.poll(async () => (await attemptOf(id)).lastCallAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('finds a reversed payment by the statement after the hints are used up', async () => {
  const { id, reference, attemptId } = await paid();
  await world.app.database.execute(
    sql`update payout_attempts set unsigned_hints = 5, unsigned_hints_since = now() where id = ${attemptId}`,
  );
  world.provider.book.settle(world.provider.book.findByReference(reference)!.transactionId, 'FAILED', 'Returned');
  await ageLastCall(id);
  await tell(reference);
  expect((await attemptOf(id)).nextCallAt).toBeNull();
  expect((await world.call('POST', '/api/payouts/reconciliation/run')).status).toBe(200);
  await world.until(id, 'payment_failed');
});

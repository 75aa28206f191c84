import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paise } from '@muneem/contract/money';
import { sql, transaction } from '#platform/database/index.ts';
import { createOutboundHttp } from '#platform/outbound-http/index.ts';
import { messages } from '#test/live/messages.ts';
import { buildUser } from '#test/builders/users.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { createTestProvider } from '#test/payouts/test-provider.ts';
import { command, commandHere, type Ended } from '#test/operator-commands.ts';

const STOPPED = 'Payouts are stopped because this is a restored copy. Contact your server administrator.';
const STATEMENT = 'Compared with the statement: nothing was paid after that second.';

let session: TestSession;
let unseenId = '';

// Nothing listens there: a mail that is sent fails.
const world = await startWithdrawalApp({ SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
const created = await world.pending();
/**
 * The original paid these withdrawals after the restored second: one at once, one after a payment that failed, one after
 * the bank had returned a payment.
 */
const paidLater = await world.pending();
const retriedLater = await world.pending();
const returnedLater = await world.pending();
await world.verify(returnedLater.id, { approved: true });
const { referenceId: returned } = await world.find(returnedLater.id);
const rejected = await world.pending();
await world.verify(rejected.id, { approved: false });
/** The original paid a withdrawal that this user requested after the restored second. */
const unseen = await buildUser(world.app, { coins: 150 });
/** The original would have paid these automatically. */
const waiting = await world.pending({ method: { type: 'upi', upiId: 'waiting@okbank' } });
const inBulkRun = await world.pending();
const http = createOutboundHttp({ allow: ['127.0.0.0/8'] });
const original = createTestProvider('bulkpe', { http, baseUrl: world.provider.url, apiKey: 'bulkpe-key-1234' });
for (const referenceId of ['MNMLATER', 'MNMRETRY', 'MNMAGAIN', 'MNMUNSEEN', 'NOT-OURS', 'MNMBEFORE'])
  await original.initiate({
    referenceId,
    amountPaise: paise(100_00),
    mode: 'UPI',
    beneficiaryName: 'Asha Rao',
    destination: { upiId: 'asha@okbank', accountNumber: null, ifscCode: null },
  });
await http.close();
/** The provider's statement begins with the account, long before the restored second. */
const madeAt = (reference: string): string =>
  reference === 'MNMBEFORE' ? '2026-11-22T07:29:59Z' : '2026-11-22T08:31:00Z';
const list = world.provider.book.list;
Object.assign(world.provider.book, {
  list: () => list().map((transfer) => ({ ...transfer, createdAt: madeAt(transfer.reference) })),
});
// Approved payments that were not sent before the restored second.
for (const [attempt, { id }] of [
  ['pay_unsent', created],
  ['pay_first', retriedLater],
] as const) {
  await world.app.database.query(sql`
    insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id, created_at, next_call_at)
    select ${attempt}, id, 1, 'MNM' || ${attempt}::text, 'bulkpe', amount_paise, 'UPI', 'Asha Rao', upi_id, now(), now() + interval '1 hour' from withdrawals where id = ${id}`);
  await world.app.database.query(
    sql`update withdrawals set status = 'processing', last_attempt_id = ${attempt} where id = ${id}`,
  );
}
await world.app.database.query(
  sql`insert into auto_payout_waiting (withdrawal_id, since) values (${waiting.id}, now())`,
);
await world.app.database.query(sql`
  insert into bulk_runs (id, kind, status, admin_id, actor, filter, is_cut_short, item_count, user_count, coins, amount_paise, created_at, started_at)
  values ('run_active', 'withdrawals.approve', 'running', 'adm_1', '{"kind":"admin","id":"adm_1","name":"Asha"}', '{}', false, 1, 1, 100, 10000, now(), now())`);
await world.app.database.query(sql`
  insert into bulk_run_items (run_id, position, item_id, uid, label, coins, amount_paise)
  values ('run_active', 1, ${inBulkRun.id}, ${inBulkRun.uid}, 'Asha Rao', 100, 10000)`);
await world.app.database.query(sql`update settings set auto_payout_enabled = true`);
await transaction(world.app.database, async (tx) => {
  await tx.query(sql`select mark_restored('2026-11-22T08:30:00Z')`);
  // A copy is marked before its servers start. This server learns of it a moment later, and must not call until then.
  await tx.query(sql`update payout_attempts set next_call_at = now() + interval '1 hour' where next_call_at <= now()`);
});

const environment = () => ({
  DATABASE_URL: world.app.serverDatabase.pool.options.connectionString!,
  DATABASE_OWNER_URL: world.app.database.pool.options.connectionString!,
  BULKPE_BASE_URL: world.provider.url,
  EGRESS_ALLOW: '127.0.0.0/8',
  APP_SECRET: world.app.config.APP_SECRET,
});
const confirmRestore = (...args: string[]): Promise<Ended> => commandHere('confirm-restore', args, environment());

const statusOf = async (id: string): Promise<string> =>
  (await world.app.database.query<{ status: string }>(sql`select status from payout_attempts where id = ${id}`))[0]!
    .status;

const statusNow = async (id: string): Promise<string> =>
  (await world.call<{ withdrawal: { status: string } }>('GET', `/api/withdrawals/${id}`, undefined, session)).body
    .withdrawal.status;

test('ends every session and turns Auto Payout off', async () => {
  const { status } = await world.call('GET', '/api/withdrawals/all?status=pending');
  expect(status).toBe(401);
  session = await openAdminSession(world.app);
  const { body } = await world.call<{ enabled: boolean }>('GET', '/api/auto-payout/status', undefined, session);
  expect(body.enabled).toBe(false);
});

test('refuses to pay and to reject, and says why', async () => {
  const { id, uid, userId } = await world.pending();
  const answer = await world.verify(id, { userId: uid, approved: true, verifiedBy: 'Admin' }, session);
  expect(answer).toMatchObject({ status: 503, body: { message: STOPPED } });
  // The original may have paid it, so the coins are not returned either.
  const refused = { status: 503, body: { message: expect.stringContaining('Nothing was rejected') } };
  expect(await world.verify(id, { approved: false }, session)).toMatchObject(refused);
  expect(await world.call('POST', '/api/withdrawals/reject-all', {}, session)).toMatchObject(refused);
  expect(await world.balances(userId)).toEqual({ wallet: 0, held: 100 });
});

test('does not replace the archives of the original', async () => {
  expect(await commandHere('retention', [], environment())).toMatchObject({
    code: 2,
    stderr:
      'retention: this is a restored copy, which must not replace the archives of the original: run npm run confirm-restore first\n',
  });
  expect((await commandHere('retention', ['--preview'], environment())).code).toBe(0);
});

test('tells every screen the restored second', async () => {
  const base = await world.app.listen();
  const controller = new AbortController();
  const response = await fetch(`${base}/api/live`, { headers: session.headers, signal: controller.signal });
  const { value } = await messages(response.body as never).next();
  expect(value).toMatchObject({ restoredTo: '2026-11-22T08:30:00.000Z' });
  controller.abort();
});

test('writes mails to the outbox although SMTP_URL is set', async () => {
  const signIn = () =>
    world.call('POST', '/api/auth/login', { email: session.email, password: SESSION_PASSWORD }, { headers: {} });
  await expect.poll(async () => (await signIn()).status).toBe(200);
  expect(await readdir(join(world.app.config.DATA_DIR, 'outbox'))).toHaveLength(1);
});

test('shows what the copy does not know, and changes nothing without a confirmation', async () => {
  const { code, stdout } = await confirmRestore();
  expect(code).toBe(0);
  expect(stdout).toContain('Restored to 2026-11-22 14:00:00 IST');
  expect(stdout).toContain('Payouts in flight: 2. They are looked up and never sent again.');
  expect(stdout).toContain('Withdrawals that wait for a decision: 4, ₹400.00.');
  expect(stdout).toContain('The provider made 5 transfers (₹500.00) that this copy does not know.');
  expect(stdout).toMatch(/₹100\.00 {2}SUCCESS {2}MNMLATER/);
  expect(stdout).toContain('Nothing was changed.');
  expect(await world.app.database.query(sql`select 1 from restores where confirmed_at is null`)).toHaveLength(1);
});

test('records a payment of the original for its withdrawal, once', async () => {
  expect(await confirmRestore('--paid', paidLater.id, 'MNMOTHER')).toMatchObject({
    code: 1,
    stderr: 'confirm-restore: the provider has no transfer MNMOTHER that this copy does not know\n',
  });
  expect(await confirmRestore('--paid', rejected.id, 'MNMLATER')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be paid: it is already rejected'),
  });
  expect((await confirmRestore('--paid', paidLater.id, 'MNMLATER')).code).toBe(0);
  // Its first payment was in flight at the restored second. The original closed it before it sent this one.
  expect(await confirmRestore('--paid', retriedLater.id, 'MNMRETRY')).toMatchObject({ code: 0, stderr: '' });
  expect(await statusOf('pay_first')).toBe('not_paid');
  // It is completed here: only a payment that the bank has returned was paid again.
  expect(await confirmRestore('--paid', returnedLater.id, 'MNMAGAIN')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`completed by ${returned}, and the provider does not report`),
  });
  world.provider.book.settle(world.provider.book.findByReference(returned!)!.transactionId, 'FAILED', 'Returned');
  expect(await confirmRestore('--paid', returnedLater.id, 'MNMAGAIN')).toMatchObject({ code: 0, stderr: '' });
  expect(await world.balances(returnedLater.userId)).toEqual({ wallet: 0, held: 100 });
});

test('takes the coins of a withdrawal that was requested after the restored second, before it can pay again', async () => {
  expect(await confirmRestore('--confirm', STATEMENT)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Transfers that are not recorded: 2. Their users could be paid twice.'),
  });
  const paidTo = (uid: string, ...to: string[]) => confirmRestore('--paid-to', uid, 'MNMUNSEEN', ...to);
  expect((await paidTo(unseen.uid, 'no-upi-id')).code).toBe(2);
  expect((await paidTo(unseen.uid)).code).toBe(2);
  expect(await paidTo('nobody', 'asha@okbank')).toMatchObject({ code: 1, stderr: expect.stringContaining('nobody') });
  // This user has spent the coins already, here or in the original.
  const { uid: poor } = await buildUser(world.app, { coins: 99 });
  expect(await paidTo(poor, 'asha@okbank')).toMatchObject({
    code: 1,
    stderr: 'confirm-restore: There are not enough coins in the wallet.\n',
  });
  const recorded = await paidTo(unseen.uid, '123456789012', 'HDFC0001234');
  expect(recorded).toMatchObject({ code: 0, stderr: '' });
  unseenId = /^wdr_\w+/.exec(recorded.stdout)![0];
  expect(await world.balances(unseen.id)).toEqual({ wallet: 50, held: 100 });
  expect(
    await world.request({ uid: unseen.uid, coins: 100, paymentMethod: { type: 'upi', upiId: 'asha@okbank' } }),
  ).toMatchObject({ status: 409 });
  // The rest paid none of our users.
  expect((await confirmRestore()).stdout).toMatch(/made 1 transfers .* does not know.*\n.* NOT-OURS /);
  expect((await confirmRestore('--confirm', STATEMENT)).code).toBe(1);
});

test('never sends a payment that the original may have sent, but looks it up', async () => {
  expect(await statusOf('pay_unsent')).toBe('sending');
  const { code, stdout } = await command('confirm-restore', ['--confirm', STATEMENT, '1'], environment());
  expect(code).toBe(0);
  expect(stdout).toContain('Confirmed.');
  const [audit] = await world.app.database.query<{ after: object }>(
    sql`select after from audit_log where action = 'database.confirm-restore'`,
  );
  expect(audit?.after).toMatchObject({ confirmation: STATEMENT });
  const lookUp = () => world.call('POST', `/api/withdrawals/${created.id}/look-up`, {}, session);
  await expect.poll(() => lookUp().then(() => statusOf('pay_unsent'))).toBe('unknown');
  for (const id of [paidLater.id, retriedLater.id, returnedLater.id, unseenId]) {
    await world.call('POST', `/api/withdrawals/${id}/look-up`, {}, session);
    // The server's own look-up of this payment may be under way.
    await expect.poll(() => statusNow(id)).toBe('completed');
  }
  expect(await world.breaches()).toEqual([]);
  expect(world.provider.book.list()).toHaveLength(7);
  expect(await confirmRestore()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not an unconfirmed restored copy'),
  });
});

test('pays again after the confirmation', async () => {
  const { id, uid } = await world.pending();
  await world.verify(id, { userId: uid, approved: true, verifiedBy: 'Admin' }, session);
  expect(world.provider.book.list()).toHaveLength(8);
});

test('leaves the payments that would have continued automatically to an admin', async () => {
  const { body } = await world.call('GET', '/api/bulk-runs/run_active', undefined, session);
  expect(body).toMatchObject({ run: { status: 'stopped', stopReason: expect.stringContaining('restored') } });
  for (const path of ['/api/auto-payout/enable', '/api/auto-payout/resume'])
    expect((await world.call('POST', path, undefined, session)).status).toBe(200);
  const { id } = await world.pending({ method: { type: 'upi', upiId: 'next@okbank' } });
  await expect.poll(() => statusNow(id), { timeout: 20_000 }).toBe('completed');
  expect([await statusNow(waiting.id), await statusNow(inBulkRun.id)]).toEqual(['pending', 'pending']);
});

test('does not let the role of the server confirm', async () => {
  await expect(
    world.app.serverDatabase.execute(sql`update restores set confirmed_at = null, confirmation = null`),
  ).rejects.toThrow('permission denied');
});

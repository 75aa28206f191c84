// covers own-7.22
import type { Email } from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { readOutbox } from '#test/outbox.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { sql } from '#platform/database/index.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { holdLock } from '#test/hold-lock.ts';
import { noJobLeft } from '#test/payouts/decided-jobs.ts';

interface Status {
  enabled: boolean;
  state: 'off' | 'running' | 'paused';
  pause: { reason: string; message: string; retryAt: string | null } | null;
  waiting: number;
  consecutiveFailures: number;
}

// A look-up before the first answer would hide the failure from the count, even on a busy machine.
const world = await startWithdrawalApp({ PAYOUT_LOOKUP_DELAYS_S: '5,0.2,0.2' });
await world.call('POST', '/api/auto-payout/enable');
afterEach(() => world.endTest());

let made = 0;
/** Each withdrawal has its own UPI ID: Auto Payout leaves a shared one to an admin. */
const pending = (options: { coins?: number } = {}) =>
  world.pending({ ...options, method: { type: 'upi', upiId: `asha.${(made += 1)}@okbank` } });
/** Requests withdrawals and waits until all have the status. */
async function requested(count: number, until: string): Promise<void> {
  const ids: string[] = [];
  for (let times = 0; times < count; times += 1) ids.push((await pending()).id);
  for (const id of ids) await world.until(id, until);
}
const status = async (): Promise<Status> => (await world.call<Status>('GET', '/api/auto-payout/status')).body;
const paused = (reason: string) =>
  expect.poll(async () => (await status()).pause?.reason, { timeout: 20_000 }).toBe(reason);
const resume = () => world.call<Status>('POST', '/api/auto-payout/resume');

/** Lists the mails about pauses, oldest first. */
const pauseMails = async (): Promise<Email[]> =>
  (await readOutbox(world.app)).filter(({ subject }) => subject === 'Muneem: auto payout has paused');

test('pauses after five failed payments in a row, and pays the waiting withdrawals once an admin resumes it', async () => {
  world.provider.faults.set([{ fault: 'failed', times: 5 }]);
  await requested(5, 'payment_failed');
  expect(await status()).toMatchObject({
    enabled: true,
    state: 'paused',
    consecutiveFailures: 5,
    pause: {
      reason: 'failures',
      message: expect.stringContaining('Rejected by the beneficiary bank'),
      retryAt: expect.any(String),
    },
  });
  const { id } = await pending();
  await noJobLeft(world.app);
  expect((await status()).waiting).toBe(1);
  expect((await world.find(id)).status).toBe('pending');
  const { body } = await world.call<{ alerts: { kind: string }[] }>('GET', '/api/payouts/attention');
  expect(body.alerts.map(({ kind }) => kind)).toContain('auto_payout_paused');

  expect((await resume()).body).toMatchObject({ state: 'running', pause: null });
  await world.until(id, 'completed');
  expect((await world.find(id)).verifiedBy).toBe('Auto Payout');
  expect(await status()).toMatchObject({ state: 'running', waiting: 0, consecutiveFailures: 0 });
  const actions = await world.app.database.query<{ action: string }>(
    sql`select action from audit_log where entity_type = 'auto-payout' order by id`,
  );
  expect(actions.map(({ action }) => action)).toEqual(['auto-payout.pause', 'auto-payout.resume']);
});

test('pauses after five payments with an unknown outcome, and a success restarts the count', async () => {
  world.provider.faults.set([{ fault: 'http_500', times: 4 }]);
  await requested(4, 'completed');
  expect((await status()).state).toBe('running');
  const failuresAfterSuccess = async () => {
    await requested(1, 'completed');
    return (await status()).consecutiveFailures;
  };
  // On a busy machine a look-up may be faster than the first answer, and look-ups do not count.
  await expect.poll(failuresAfterSuccess, { timeout: 20_000 }).toBe(0);
  world.provider.faults.set([{ fault: 'http_500', times: 5 }]);
  await requested(5, 'completed');
  await paused('unknowns');
  await resume();
});

test('pauses for a low balance or an unreachable provider until a check succeeds', async () => {
  const { book } = world.provider;
  book.fund(-book.balancePaise() + 5_000);
  await world.call('GET', '/api/bulkpe/balance');
  const { id } = await pending({ coins: 100 });
  await paused('low_balance');
  expect(await world.find(id)).toMatchObject({ status: 'pending' });
  book.fund(1_000_000);
  world.provider.faults.set([{ fault: 'http_503', call: 'fetchBalance' }]);
  await world.call('GET', '/api/bulkpe/balance');
  const second = await pending({ coins: 100 });
  await paused('provider_down');
  world.provider.faults.set([]);
  await world.call('GET', '/api/bulkpe/balance');
  await resume();
  await world.until(id, 'completed');
  await world.until(second.id, 'completed');
});

test('leaves the waiting withdrawals to an admin when it is switched off', async () => {
  await world.app.database.execute(sql`
    update auto_payout_breaker set reason = 'failures', message = 'x', paused_at = now(), retry_at = now() + interval '1 hour'`);
  const { id } = await pending();
  await expect.poll(async () => (await status()).waiting, { timeout: 20_000 }).toBe(1);
  await world.call('POST', '/api/auto-payout/disable');
  expect(await status()).toMatchObject({ state: 'off', pause: null, waiting: 0 });
  await world.call('POST', '/api/auto-payout/enable');
  await noJobLeft(world.app);
  expect(await status()).toMatchObject({ state: 'running', waiting: 0 });
  expect((await world.find(id)).status).toBe('pending');
});

test('approves nothing after the answer to a switch-off, even if its decision had begun', async () => {
  const lock = "select pg_advisory_xact_lock(hashtextextended('auto-payout', 0))";
  const held = await holdLock(world.app.database, lock);
  const { id } = await pending();
  await expect.poll(() => countLockWaits(world.app.database), { timeout: 20_000 }).toBe(1);
  expect((await world.call('POST', '/api/auto-payout/disable')).status).toBe(200);
  await held.release();
  await expect.poll(() => countLockWaits(world.app.database), { timeout: 20_000 }).toBe(0);
  // Waits for the end of the decision.
  await (await holdLock(world.app.database, lock)).release();
  expect((await world.find(id)).status).toBe('pending');
  await world.call('POST', '/api/auto-payout/enable');
});

test('mails every active administrator once for each pause, with the reason', async () => {
  await openAdminSession(world.app, 'second@example.com');
  await openAdminSession(world.app, 'gone@example.com');
  await world.app.database.execute(sql`update admins set disabled_at = now() where email = 'gone@example.com'`);
  const known = (await pauseMails()).length;
  const news = async (): Promise<Email[]> => (await pauseMails()).slice(known);
  world.provider.faults.set([{ fault: 'http_503', call: 'fetchBalance' }]);
  await world.call('GET', '/api/bulkpe/balance');
  const waiting = [await pending(), await pending(), await pending()];
  await paused('provider_down');
  await noJobLeft(world.app);
  expect((await status()).waiting).toBe(3);
  await expect.poll(async () => (await news()).length, { timeout: 20_000 }).toBe(2);
  const mails = await news();
  expect(mails.flatMap(({ to }) => to?.map(({ address }) => address)).toSorted()).toEqual([
    'admin@example.com',
    'second@example.com',
  ]);
  for (const { text, html } of mails) {
    expect(text).toContain("The provider's balance is not known");
    expect(text).toContain(`${world.app.config.PUBLIC_URL}/verify-withdrawals`);
    expect(html).toContain('Auto payout has paused');
  }
  world.provider.faults.set([]);
  await world.call('GET', '/api/bulkpe/balance');
  await resume();
  for (const { id } of waiting) await world.until(id, 'completed');
  world.provider.faults.set([{ fault: 'failed', times: 5 }]);
  await requested(5, 'payment_failed');
  await paused('failures');
  await expect.poll(async () => (await news()).length, { timeout: 20_000 }).toBe(4);
  expect((await news()).at(-1)?.text).toContain('It retries after 15 minutes.');
  await resume();
});

test('pays a withdrawal requested right after another server switched it on', async () => {
  await world.call('POST', '/api/auto-payout/disable');
  // No server has read this change yet.
  await world.app.database.execute(sql`update settings set auto_payout_enabled = true`);
  const { id } = await pending();
  await world.until(id, 'completed');
});

test('pays a withdrawal whose job was lost with the pass of the next minute', async () => {
  await world.call('POST', '/api/auto-payout/enable');
  const { database } = world.app;
  await database.execute(sql`
    create function lose_job() returns trigger language plpgsql as 'begin return null; end'`);
  await database.execute(sql`
    create trigger lose_job before insert on jobs.job for each row when (new.name = 'withdrawals-auto-approve')
    execute function lose_job()`);
  const { id } = await pending();
  await database.execute(sql`drop function lose_job cascade`);
  expect(await status()).toMatchObject({ state: 'running', waiting: 1 });
  await database.execute(sql`insert into jobs.job (name, data) values ('auto-payout-resume', '{}')`);
  await world.until(id, 'completed');
  expect(await status()).toMatchObject({ state: 'running', waiting: 0 });
});

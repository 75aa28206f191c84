import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { startTarget, status } from '#test/custom-postbacks/tracking-target.ts';
import { createSmartPollApp } from '#test/smart-poll/smart-poll-app.ts';
import { PROVIDER_NAMES, sandboxSettings } from '#test/payouts/test-provider.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { setTrap } from './trap.ts';

/** The clients that the app creates from its own configuration. */
const trap = await setTrap();
const elsewhere = await startTarget();
// 307 and 308 would repeat the body.
elsewhere.behave(status(307, '', { location: `http://127.0.0.2:${trap.port}/` }));
afterEach(() => {
  trap.connections = 0;
  elsewhere.calls.length = 0;
});
afterAll(async () => {
  trap.close();
  await elsewhere.close();
});
const ONE_ADDRESS = { EGRESS_ALLOW: '127.0.0.1/32' };

describe.each(PROVIDER_NAMES)('payouts by %s', (name) => {
  const start = async (url: string, egress: string) => {
    const world = await startWithdrawalApp({
      PAYOUT_PROVIDER: name,
      ...sandboxSettings(url),
      EGRESS_ALLOW: egress,
      // No payout is looked up during the test.
      PAYOUT_LOOKUP_DELAYS_S: '3600',
    });
    const approve = async () => {
      const { id, uid, userId } = await world.pending();
      await world.approve(id, uid);
      return { withdrawal: await world.find(id), balances: await world.balances(userId) };
    };
    const balance = async () =>
      (await world.call<{ success: boolean; error?: string }>('GET', '/api/bulkpe/balance')).body;
    return { approve, balance };
  };

  test('are not sent to a provider at an internal address that is not allowed', async () => {
    const { approve, balance } = await start(`http://127.0.0.1:${trap.port}`, '');
    const { withdrawal, balances } = await approve();
    expect(withdrawal).toMatchObject({ status: 'payment_failed', paymentStatus: 'not_sent' });
    expect(withdrawal.paymentError).toContain('127.0.0.1 is not allowed');
    expect(balances).toEqual({ wallet: 0, held: 100 });
    expect(await balance()).toMatchObject({ success: false, error: expect.stringContaining('is not allowed') });
    expect(trap.connections).toBe(0);
  });

  test('are sent to the same provider once its address is allowed', async () => {
    const { balance } = await start(`http://127.0.0.1:${trap.port}`, ONE_ADDRESS.EGRESS_ALLOW);
    expect(await balance()).toMatchObject({ success: false });
    expect(trap.connections).toBeGreaterThan(0);
  });

  test('do not follow a provider’s redirect, and have an unknown outcome then', async () => {
    const { approve, balance } = await start(elsewhere.url, ONE_ADDRESS.EGRESS_ALLOW);
    const { withdrawal, balances } = await approve();
    expect(elsewhere.calls.length).toBeGreaterThan(0);
    expect(withdrawal).toMatchObject({ status: 'processing', paymentStatus: 'unknown' });
    expect(balances).toEqual({ wallet: 0, held: 100 });
    expect(await balance()).toMatchObject({ success: false });
    expect(trap.connections).toBe(0);
  });
});

test('neither a delivery nor the Test button follows a redirect', async () => {
  const app = await createDeliveryApp({ ...ONE_ADDRESS, POSTBACK_RETRY_DELAYS_S: '0' });
  await app.start();
  const offerId = await app.createOffer();
  const { _id } = await app.addActive(offerId, { postbackUrl: elsewhere.url, httpMethod: 'POST', retryCount: 0 });
  await app.convert(offerId);
  await app.statuses(offerId).toEqual(['exhausted']);
  const [delivery] = await app.deliveries(offerId);
  expect((await app.delivery(delivery?._id ?? '')).attempts).toMatchObject([{ statusCode: 307, error: 'redirect' }]);
  const pressed = await app.call<{ testResult: object }>('POST', `/api/custom-postbacks/${_id}/test`, {});
  expect(pressed.body.testResult).toMatchObject({ success: false, statusCode: 307 });
  expect(elsewhere.calls).toHaveLength(2);
  expect(trap.connections).toBe(0);
});

test('refuses a status URL whose name resolves to an internal address after an earlier call', async () => {
  let inside = false;
  const app = await createSmartPollApp(ONE_ADDRESS, {
    resolveName: (_name, _options, callback) =>
      callback(null, [{ address: inside ? '127.0.0.2' : '127.0.0.1', family: 4 }]),
  });
  const pollUrl = app.network.pollUrl.replace('127.0.0.1', 'rebound.example');
  const clickId = await app.click(await app.createOffer({ pollUrl }), await app.newUser());
  app.network.says(clickId, { headers: { connection: 'close' } });
  const polls = async () => (await app.runInFull((await app.force()).run._id)).polls;
  expect(await polls()).toMatchObject([{ clickId, outcome: 'nothing_new' }]);
  inside = true;
  expect(await polls()).toMatchObject([{ clickId, outcome: 'blocked_address', httpStatus: null }]);
  expect(app.network.asked).toEqual([clickId]);
});

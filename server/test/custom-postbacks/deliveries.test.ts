import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeliveryApp, type DeliveryApp } from './delivery-app.ts';
import { startTarget, status, type TrackingTarget } from './tracking-target.ts';

let app: DeliveryApp;
let target: TrackingTarget;

beforeAll(async () => {
  app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' });
  target = await startTarget();
  await app.start();
});
afterAll(async () => {
  await app.close();
  await target.close();
});
beforeEach(() => {
  target.calls.length = 0;
  target.behave(status(200, 'ok'));
});

describe('a delivery', () => {
  test('an approved conversion fires the active postbacks of its event, with every macro URL-encoded', async () => {
    const offerId = await app.createOffer();
    await app.addActive(offerId, {
      companyId: 'c&d',
      postbackUrl: `${target.url}/pb/{p1}?click={click_id}&o={offer_id}&e={event_name}&c={company_id}&t={timestamp}&ip={user_ip}&pay={payout}&cur={currency}&p2={p2}&x={unknown}`,
    });
    const clickId = await app.convert(offerId, 'install', { p1: 'a/b?c', p2: 'x & y=₹' });
    await app.settled(offerId).toEqual(['delivered']);
    const [call] = target.calls;
    expect(target.calls).toHaveLength(1);
    expect(call?.method).toBe('GET');
    expect(call?.url).toMatch(/^\/pb\/a%2Fb%3Fc\?/);
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
      click: clickId,
      o: offerId,
      e: 'install',
      c: 'c&d',
      t: expect.stringMatching(/^\d{10}$/),
      ip: '127.0.0.1',
      pay: '100',
      cur: 'INR',
      p2: 'x & y=₹',
      x: '{unknown}',
    });
  });
});

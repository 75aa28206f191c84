import { expect, test } from 'vitest';
import { createDeliveryApp } from './delivery-app.ts';
import { startTarget } from './tracking-target.ts';

const app = await createDeliveryApp({ COINS_PER_RUPEE: '4' }, { now: '2026-11-02T06:41:07.900Z' });
const target = await startTarget();

// covers 001-2.33
test('fills in the payout in rupees, the user’s IP address and the time of the conversion', async () => {
  // The deposit pays ₹12.50, which are 50 coins.
  const offerId = await app.createOffer();
  const query = 'c={click_id}&pay={payout}&cur={currency}&ip={user_ip}&t={timestamp}';
  await app.addActive(offerId, { eventName: 'deposit', postbackUrl: `${target.url}/values?${query}` });
  const { uid, clickId } = await app.newVisit(offerId);
  app.clock.advance(60_000);
  const sent = await app.send(offerId, 'deposit', { click_id: clickId }, { remoteAddress: '198.51.100.7' });
  expect(sent.body).toMatchObject({ code: 'accepted' });
  expect(await app.balance(uid)).toBe(50);

  // The delivery is sent later, so the time of the call differs.
  app.clock.advance(60_000);
  await app.start();
  await app.statuses(offerId).toEqual(['delivered']);
  expect(Object.fromEntries(target.calls[0]?.query ?? [])).toEqual({
    c: clickId,
    pay: '12.5',
    cur: 'INR',
    ip: '127.0.0.1',
    t: String(Date.parse('2026-11-02T06:42:07Z') / 1000),
  });
});

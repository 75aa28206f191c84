import type { ConversionDetails, ConversionStats } from '@muneem/contract/conversion-reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliveryApp, type DeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { eventOf } from './replay-calls.ts';

/** Three coins are a rupee; REFERRAL_SHARE is not set. */
let app: DeliveryApp;
beforeAll(async () => {
  app = await createDeliveryApp({ COINS_PER_RUPEE: '3' });
});
afterAll(() => app.close());

const payoutMacros = async (offerId: string) =>
  (
    await app.rows<{ payout: string }>(
      `select d.macros ->> 'payout' as payout from postback_deliveries d join custom_postbacks p on p.id = d.custom_postback_id
       where p.offer_id = $1 order by d.id`,
      [offerId],
    )
  ).map(({ payout }) => payout);
const details = async (id: string | undefined) =>
  (await app.api<{ conversion: ConversionDetails }>('GET', `/api/conversion-reports/${id}`)).body.conversion;

test('a share of the offer’s coins is worth its rupees, to the paisa and never more, in the payout, the reports and {payout}', async () => {
  const offerId = await app.createOffer({ coins: 250, events: [eventOf('install', 0), eventOf('register', 0)] });
  for (const eventName of ['install', 'register']) await app.addActive(offerId, { eventName });
  const uid = await app.newUser();
  const clickId = await app.click(offerId, uid);
  const sent = [];
  for (const event of ['install', 'register']) sent.push(await app.send(offerId, event, { click_id: clickId }));
  expect(await app.conversionsOf(clickId)).toMatchObject([
    { event_key: 'install', reward_coins: 100, user_payout_paise: 3333 },
    { event_key: 'register', reward_coins: 150, user_payout_paise: 5000 },
  ]);
  expect(await app.balance(uid)).toBe(250);
  expect(await payoutMacros(offerId)).toEqual(['33.33', '50']);
  const reported = await Promise.all(sent.map(({ body }) => details(body.conversionId ?? undefined)));
  expect(reported).toMatchObject([
    { userPayout: 33.33, referralPayout: 0, totalPayout: 33.33 },
    { userPayout: 50, referralPayout: 0, totalPayout: 50 },
  ]);
  const { stats } = (await app.api<{ stats: ConversionStats }>('GET', `/api/conversion-reports/stats?offer=${offerId}`))
    .body;
  expect(stats).toMatchObject({ totalConversions: 2, totalPayout: 83.33 });
});

test('an event’s own payout is in rupees, and earns three coins for each', async () => {
  const offerId = await app.createOffer({ coins: 250, events: [eventOf('install', 10.5)] });
  await app.addActive(offerId, {});
  const uid = await app.newUser();
  const sent = await app.send(offerId, 'install', { click_id: await app.click(offerId, uid) });
  expect(await app.balance(uid)).toBe(31);
  expect(await payoutMacros(offerId)).toEqual(['10.5']);
  expect(await details(sent.body.conversionId ?? undefined)).toMatchObject({ userPayout: 10.5, totalPayout: 10.5 });
});

test('a payment by hand is worth its coins in rupees', async () => {
  const offerId = await app.createOffer({ coins: 100 });
  const clickId = await app.click(offerId, await app.newUser());
  const paid = await app.api<{ transactionId: string }>('POST', '/api/mark-click-paid', { clickId });
  expect(await details(paid.body.transactionId)).toMatchObject({ userPayout: 33.33, totalPayout: 33.33 });
});

test('where REFERRAL_SHARE is not set a referrer earns nothing', async () => {
  const offerId = await app.createOffer({ events: [eventOf('install', 100)] });
  const referralCode = `R${crypto.randomUUID().slice(0, 10)}`;
  const referrer = await app.newUser({ referralCode });
  const uid = await app.newUser({ usedReferralCode: referralCode });
  const sent = await app.send(offerId, 'install', { click_id: await app.click(offerId, uid) });
  expect(await app.balance(uid)).toBe(300);
  expect(await app.balance(referrer)).toBe(0);
  expect(await details(sent.body.conversionId ?? undefined)).toMatchObject({ referralPayout: 0, totalPayout: 100 });
});

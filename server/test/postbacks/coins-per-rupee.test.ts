import type { ConversionDetails, ConversionStats } from '@muneem/contract/conversion-reports';
import { expect, test } from 'vitest';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { command, commandHere, type Ended } from '#test/operator-commands.ts';
import { createSecondNode } from '#test/test-app.ts';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { event } from '#test/builders/events.ts';

/** Three coins per rupee. REFERRAL_SHARE is not set. */
const app = await createDeliveryApp({ COINS_PER_RUPEE: '3' });

const payoutMacros = async (offerId: string) =>
  (
    await app.rows<{ payout: string }>(
      `select d.macros ->> 'payout' as payout from postback_deliveries d join custom_postbacks p on p.id = d.custom_postback_id
       where p.offer_id = $1 order by d.id`,
      [offerId],
    )
  ).map(({ payout }) => payout);
const details = async (id: string | undefined) =>
  (await app.call<{ conversion: ConversionDetails }>('GET', `/api/conversion-reports/${id}`)).body.conversion;

// covers 001-9.10
test('rounds the rupees of a share down to the paisa in the payout, the reports and {payout}', async () => {
  const offerId = await app.createOffer({ coins: 250, events: [event('install', 0), event('register', 0)] });
  for (const eventName of ['install', 'register']) await app.addActive(offerId, { eventName });
  const { uid, clickId } = await app.newVisit(offerId);
  const sent = [];
  for (const event of ['install', 'register']) sent.push(await app.send(offerId, event, { click_id: clickId }));
  expect(await app.conversionsOf(clickId)).toMatchObject([
    { eventKey: 'install', rewardCoins: 100, userPayoutPaise: 3333 },
    { eventKey: 'register', rewardCoins: 150, userPayoutPaise: 5000 },
  ]);
  expect(await app.balance(uid)).toBe(250);
  expect(await payoutMacros(offerId)).toEqual(['33.33', '50']);
  const reported = await Promise.all(sent.map(({ body }) => details(body.conversionId ?? undefined)));
  expect(reported).toMatchObject([
    { userPayout: 33.33, referralPayout: 0, totalPayout: 33.33 },
    { userPayout: 50, referralPayout: 0, totalPayout: 50 },
  ]);
  const { stats } = (
    await app.call<{ stats: ConversionStats }>('GET', `/api/conversion-reports/stats?offer=${offerId}`)
  ).body;
  expect(stats).toMatchObject({ totalConversions: 2, totalPayout: 83.33 });
});

// covers 001-9.10
test('credits three coins per rupee of an event’s own payout, and reports their value', async () => {
  const offerId = await app.createOffer({ coins: 250, events: [event('install', 10.5)] });
  await app.addActive(offerId, {});
  const uid = await app.newUser();
  const sent = await app.send(offerId, 'install', { click_id: await app.click(offerId, uid) });
  expect(await app.balance(uid)).toBe(31);
  expect(await payoutMacros(offerId)).toEqual(['10.33']);
  expect(await details(sent.body.conversionId ?? undefined)).toMatchObject({ userPayout: 10.33, totalPayout: 10.33 });
});

test('approves a payout of less than a coin, credits nothing, and says why', async () => {
  const offerId = await app.createOffer({ events: [event('install', 0.3)] });
  const { uid, clickId } = await app.newVisit(offerId);
  await app.send(offerId, 'install', { click_id: clickId });
  expect(await app.balance(uid)).toBe(0);
  expect(await app.conversionsOf(clickId)).toMatchObject([
    {
      status: 'approved',
      rewardCoins: 0,
      userPayoutPaise: 0,
      reason: 'The payout of the event is less than one coin.',
    },
  ]);
});

// covers 001-9.10
test('converts the coins of a manual payment to rupees', async () => {
  const offerId = await app.createOffer({ coins: 100 });
  const clickId = await app.click(offerId, await app.newUser());
  const paid = await app.call<{ transactionId: string }>('POST', '/api/mark-click-paid', { clickId });
  expect(await details(paid.body.transactionId)).toMatchObject({ userPayout: 33.33, totalPayout: 33.33 });
});

// covers 001-9.10
test('pays no referral reward when REFERRAL_SHARE is not set', async () => {
  const offerId = await app.createOffer({ events: [event('install', 100)] });
  const referralCode = `R${crypto.randomUUID().slice(0, 10)}`;
  const referrer = await app.newUser({ referralCode });
  const uid = await app.newUser({ usedReferralCode: referralCode });
  const sent = await app.send(offerId, 'install', { click_id: await app.click(offerId, uid) });
  expect(await app.balance(uid)).toBe(300);
  expect(await app.balance(referrer)).toBe(0);
  expect(await details(sent.body.conversionId ?? undefined)).toMatchObject({ referralPayout: 0, totalPayout: 100 });
});

const environment = () => ({ DATABASE_URL: app.database.pool.options.connectionString });
const change = (...args: string[]): Promise<Ended> => commandHere('change-coins-per-rupee', args, environment());

test('refuses to start with a value other than the one in the books, which is the default', async () => {
  await expect(createSecondNode(app, { COINS_PER_RUPEE: 5 })).rejects.toThrow(
    'COINS_PER_RUPEE is 5, but this ledger has 3: remove the setting, or change the ledger with npm run change-coins-per-rupee -- 5',
  );
  const node = await createSecondNode(app, { COINS_PER_RUPEE: undefined });
  const rules = await node.call('GET', '/api/reward-rules');
  expect(rules.body).toEqual({ success: true, coinsPerRupee: 3, referralShare: 0 });
  await node.stop();
});

test('changes the value by command without open withdrawals; running servers then answer 503', async () => {
  const platform = platformClient(app);
  const offerId = await app.createOffer({ events: [event('install', 100)] });
  const uid = await app.newUser();
  await app.send(offerId, 'install', { click_id: await app.click(offerId, uid) });
  const withdrawalId = await platform.withdraw(uid, 150);
  expect(await change('10', '--confirm')).toMatchObject({
    code: 1,
    stderr: 'change-coins-per-rupee: 1 withdrawal is not finished. Pay or reject each of them first.\n',
  });
  await app.call('POST', `/api/withdrawals/${withdrawalId}/verify`, { approved: false, adminReason: 'A test' });

  const [{ coins } = { coins: 0 }] = await app.rows<{ coins: number }>(
    'select sum(balance)::int as coins from wallets',
  );
  const words = `${coins} coins were ₹${(Math.floor((coins * 100) / 3) / 100).toFixed(2)} and become ₹${(coins / 10).toFixed(2)}.`;
  const shown = await change('10');
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed.') as string });
  expect(shown.stdout.replaceAll(',', '')).toContain(words.replaceAll(',', ''));
  expect(await app.rows('select coins_per_rupee from books')).toEqual([{ coinsPerRupee: 3 }]);
  expect(await command('change-coins-per-rupee', ['10', '--confirm'], environment())).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Changed.') as string,
  });
  expect(await app.rows(`select before, after from audit_log where action = 'ledger.change-coins-per-rupee'`)).toEqual([
    { before: { coinsPerRupee: 3 }, after: { coinsPerRupee: 10, coinsInWallets: coins } },
  ]);

  const clickId = await app.click(offerId, uid);
  expect((await app.send(offerId, 'install', { click_id: clickId })).status).toBe(503);
  await expect(platform.withdraw(uid, 150)).rejects.toThrow('503');
  expect(await app.balance(uid)).toBe(300);
});

import { expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createSecondNode } from '#test/test-app.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.5' });
const platform = platformClient(app);
const other = await createSecondNode(app);

const upi = { type: 'upi', upiId: 'asha@okicici' };
const ask = (uid: string, coins: number) => platform.post('withdrawals', { uid, coins, paymentMethod: upi });
const reverse = (offerId: string, clickId: string) =>
  app.send(offerId, 'deposit', { click_id: clickId, reversed: '1' });
const debts = (uid: string) =>
  app.rows<{ coins: number; status: string }>(
    'select c.coins, c.status from reversed_credits c join users u on u.id = c.user_id where u.uid = $1 order by 1',
    [uid],
  );

/** Earns 100 coins. */
async function earn(more: Readonly<Record<string, unknown>> = {}) {
  const uid = await app.newUser(more);
  const offerId = await app.createOffer({ coins: 100, events: [event('deposit', 100)] });
  const clickId = await app.click(offerId, uid);
  expect((await app.send(offerId, 'deposit', { click_id: clickId })).body.code).toBe('accepted');
  return { uid, offerId, clickId };
}

/** Earns 100 coins, withdraws one, and loses the 100: 99 are in the wallet, 100 are outstanding. */
async function owe(more: Readonly<Record<string, unknown>> = {}) {
  const { uid, offerId, clickId } = await earn(more);
  const withdrawalId = await platform.withdraw(uid, 1);
  await reverse(offerId, clickId);
  expect(await debts(uid)).toEqual([{ coins: 100, status: 'owed' }]);
  return { uid, withdrawalId };
}

test('pays out no outstanding coins, and shows the available ones to the app and the admin', async () => {
  const { uid } = await owe();
  expect(await ask(uid, 99)).toMatchObject({
    status: 409,
    body: {
      code: 'insufficient_coins',
      message: 'There are not enough coins: 99 are in the wallet, and 100 of reversed rewards are outstanding.',
    },
  });
  expect(await app.balance(uid)).toBe(99);
  expect((await platform.get(`users/${uid}`)).body).toMatchObject({ user: { coins: 0, owedCoins: 100, heldCoins: 1 } });
  expect((await app.call('GET', `/api/users/${uid}`)).body).toMatchObject({ user: { coins: 99, owedCoins: 100 } });
});

test('answers a withdrawal with the coins that stay available', async () => {
  const { uid } = await earn();
  expect((await ask(uid, 30)).body).toMatchObject({ availableCoins: 70 });
});

test('approves no withdrawal of a user who owes, until the coins were written off', async () => {
  const { uid, withdrawalId } = await owe();
  const approve = () => app.call('POST', `/api/withdrawals/${withdrawalId}/verify`, { approved: true });
  const refusal =
    'Nothing was paid: 99 coins are in the wallet of this user, and 100 of reversed rewards are outstanding. Reject the withdrawal, so that its coins settle them, or write them off first.';
  expect(await approve()).toMatchObject({ status: 409, body: { code: 'wrong_state', message: refusal } });
  const [debt] = await app.rows<{ journalId: number }>(
    'select journal_id from reversed_credits c join users u on u.id = c.user_id where u.uid = $1',
    [uid],
  );
  await app.call('POST', `/api/owed-reversals/${debt?.journalId}/write-off`, { reason: 'Goodwill' });
  expect((await ask(uid, 99)).status).toBe(200);
});

const CREDITS: Readonly<Record<string, (user: { uid: string; code: string; withdrawalId: string }) => unknown>> = {
  conversion: async ({ uid }) => {
    const offerId = await app.createOffer({ coins: 100, events: [event('deposit', 100)] });
    return app.send(offerId, 'deposit', { click_id: await app.click(offerId, uid) });
  },
  referral: ({ code }) => earn({ usedReferralCode: code }),
  claim: async ({ uid }) => {
    const offerId = await app.createOffer();
    await platform.claim(uid, offerId);
    return app.call('POST', `/api/offers/${offerId}/verify`, { userId: uid, approved: true });
  },
  'manual payment': async ({ uid }) =>
    app.call('POST', '/api/mark-click-paid', { clickId: await app.click(await app.createOffer(), uid) }),
  'returned withdrawal': ({ withdrawalId }) =>
    app.call('POST', `/api/withdrawals/${withdrawalId}/verify`, { approved: false, adminReason: 'Chargeback' }),
};

test.each(Object.entries(CREDITS))('settles outstanding coins in the transaction of a %s', async (_, credit) => {
  const code = `R${crypto.randomUUID().slice(0, 10)}`;
  const { uid, withdrawalId } = await owe({ referralCode: code });
  await credit({ uid, code, withdrawalId });
  expect(await debts(uid)).toEqual([{ coins: 100, status: 'taken' }]);
  const [last] = await app.rows(
    `select j.kind, j.reason, p.amount from journals j join postings p on p.journal_id = j.id join users u on u.id = p.user_id
     where u.uid = $1 and p.account = 'wallet' order by p.sequence desc limit 1`,
    [uid],
  );
  expect(last).toEqual({ kind: 'reversal', reason: 'Outstanding reversal collected.', amount: -100 });
});

test('lets either the reversal or the withdrawal have the coins when two servers race', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { uid, offerId, clickId } = await earn();
    await platform.withdraw(uid, 1);
    const url = `/postback/${offerId}/deposit?token=${app.token}&click_id=${clickId}&reversed=1`;
    await Promise.all([ask(uid, 50), other.http.fastify.inject(url), ask(uid, 49), ask(uid, 99)]);
    const [sums] = await app.rows(
      `select w.balance::int as wallet, (select sum(coins)::int from withdrawals where user_id = u.id) as asked
       from users u join wallets w on w.user_id = u.id where u.uid = $1`,
      [uid],
    );
    expect(Number(sums?.['wallet']) + Number(sums?.['asked'])).toBe(100);
    expect((await ask(uid, 1)).body['code']).toBe('insufficient_coins');
  }
});

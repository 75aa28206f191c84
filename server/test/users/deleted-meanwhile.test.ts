import { expect, test } from 'vitest';
import { SESSION_PASSWORD } from '#test/admin-session.ts';
import { event } from '#test/builders/events.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { holdLock, inTurn } from '#test/hold-lock.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.5' });
const platform = platformClient(app);

/** Starts the calls while the user's wallet is locked, so that they get it in this order. */
const inTurnFor = <Answer>(uid: string, calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> => {
  const wallet = 'select from wallets w join users u on u.id = w.user_id where u.uid = $1 for update of w';
  return inTurn(app.database, [wallet, [uid]], calls);
};

const remove = (uid: string) => app.call('DELETE', `/api/users/${uid}`);
const withdraw = (uid: string) =>
  platform.post('withdrawals', { uid, coins: 50, paymentMethod: { type: 'upi', upiId: 'asha@okbank' } });

test('a user who is deleted while an event is paid gets no coins, and cannot withdraw them', async () => {
  const offerId = await app.createOffer({ events: [event('install', 100), event('deposit', 120)] });
  const { uid, clickId } = await app.newVisit(offerId);
  const [deleted, sent, asked] = await inTurnFor<{ status: number }>(uid, [
    () => remove(uid),
    () => app.send(offerId, 'install', { click_id: clickId }),
    () => withdraw(uid),
  ]);
  expect([deleted?.status, sent?.status, asked?.status]).toEqual([200, 200, 404]);
  expect(await app.balance(uid)).toBe(0);
  expect(await app.conversionsOf(clickId)).toMatchObject([{ status: 'approved', rewardCoins: 0 }]);
  expect(
    await app.rows('select 1 from withdrawals w join users u on u.id = w.user_id where u.uid = $1', [uid]),
  ).toEqual([]);
  expect(await breachesOf(app)).toEqual([]);
});

test('a referrer who is deleted meanwhile gets no coins', async () => {
  const offerId = await app.createOffer({ events: [event('install', 100)] });
  const referralCode = `C${crypto.randomUUID().slice(0, 12)}`;
  const boss = await app.newUser({ referralCode });
  const friend = await app.newUser({ usedReferralCode: referralCode });
  const clickId = await app.click(offerId, friend);
  await inTurnFor<unknown>(boss, [() => remove(boss), () => app.send(offerId, 'install', { click_id: clickId })]);
  expect([await app.balance(boss), await app.balance(friend)]).toEqual([0, 100]);
  expect(await breachesOf(app)).toEqual([]);
});

test('a claim of a user who is deleted meanwhile is refused', async () => {
  const offerId = await app.createOffer({ coins: 250 });
  const uid = await app.newUser();
  const claimId = await platform.claim(uid, offerId);
  const [, approved] = await inTurnFor<{ status: number }>(uid, [
    () => remove(uid),
    () => app.call('POST', `/api/offers/${claimId}/verify`, { approved: true }),
  ]);
  expect(approved).toMatchObject({
    status: 409,
    body: { message: 'The user was deleted. Reject this offer instead.' },
  });
  expect(await app.balance(uid)).toBe(0);
});

test('a user who is created with the code of a referrer who is erased meanwhile keeps no code', async () => {
  const referralCode = `C${crypto.randomUUID().slice(0, 12)}`;
  const boss = await app.newUser({ referralCode });
  const uid = `late-${crypto.randomUUID()}`;
  // The insert waits for this row, which is never committed.
  const { client } = await holdLock(
    app.database,
    "insert into users (uid, referral_code, created_at) values ($1, 'other', now())",
    [uid],
  );
  const created = platform.post('users', { uid, usedReferralCode: referralCode });
  await expect.poll(() => countLockWaits(app.database), { interval: 5 }).toBe(1);
  const erased = app.call('POST', `/api/users/${boss}/erase`, { password: SESSION_PASSWORD });
  await Promise.race([erased, expect.poll(() => countLockWaits(app.database), { interval: 5 }).toBe(2)]);
  await client.query('rollback');
  expect([(await created).status, (await erased).status]).toEqual([200, 200]);
  // Otherwise the next owner of the code would earn this user's referral coins.
  expect(await app.rows('select used_referral_code from users where uid = $1', [uid])).toEqual([
    { usedReferralCode: null },
  ]);
});

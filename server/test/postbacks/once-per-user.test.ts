import { expect, test } from 'vitest';
import type { PayableClick } from '@muneem/contract/manual-payments';
import type { Offer } from '@muneem/contract/offers';
import { event } from '#test/builders/events.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createSecondNode } from '#test/test-app.ts';
import { createPostbackApp } from './postback-app.ts';

/** 23:50 in Asia/Kolkata. */
const app = await createPostbackApp({}, { now: '2026-11-21T18:20:00Z' });
const other = await createSecondNode(app);

const ONCE = 'Already rewarded: the offer pays each user once.';
const offer = (rewardLimit?: string, more: object = {}) =>
  app.createOffer({ coins: 100, events: [event('install', 100)], ...(rewardLimit ? { rewardLimit } : {}), ...more });
const send = (offerId: string, clickId: string, more: Readonly<Record<string, string>> = {}) =>
  app.send(offerId, 'install', { click_id: clickId, ...more });
/** Makes a click and reports its event. */
const visit = async (offerId: string, uid?: string) => {
  const clickId = await app.click(offerId, uid);
  return { clickId, ...(await send(offerId, clickId)) };
};
const pay = (clickId: string) => app.call('POST', '/api/mark-click-paid', { clickId });
const clicksOf = (offerId: string, uid: string) => Promise.all([1, 2, 3].map(() => app.click(offerId, uid)));

test.each([
  ['once', 100],
  ['daily', 100],
  ['each_click', 300],
  [undefined, 300],
])('pays a user who visits an offer %s three times %i coins', async (limit, coins) => {
  const [offerId, uid] = [await offer(limit), await app.newUser()];
  for (let visits = 0; visits < 3; visits += 1) await visit(offerId, uid);
  expect(await app.balance(uid)).toBe(coins);
});

test('records a further conversion as rejected, without its place under the cap and its IP address', async () => {
  const offerId = await offer('once', { ipBlock: 'active', events: [event('install', 100, { eventCap: 2 })] });
  const [uid, friend] = [await app.newUser(), await app.newUser()];
  const from = (last: number) => ({ remoteAddress: `203.0.113.${last}` });
  const sendFrom = async (user: string, last: number) => {
    const clickId = await app.click(offerId, user, {}, from(last));
    return { clickId, ...(await send(offerId, clickId)) };
  };
  await sendFrom(uid, 1);
  const second = await sendFrom(uid, 2);
  expect(second).toMatchObject({
    status: 200,
    body: { success: true, code: 'already_rewarded', status: 'rejected' },
  });
  expect(await app.conversionsOf(second.clickId)).toMatchObject([{ status: 'rejected', reason: ONCE, rewardCoins: 0 }]);
  await app.logged(second.clickId).toEqual(['already_rewarded']);
  expect((await send(offerId, second.clickId)).body.code).toBe('duplicate');
  expect((await sendFrom(friend, 2)).body.code).toBe('accepted');
});

test('limits each event of its own, and no anonymous click and no event without coins', async () => {
  const events = [event('install', 60), event('deposit', 40), event('look', 0)];
  const offerId = await app.createOffer({ coins: 1, rewardLimit: 'once', events });
  const uid = await app.newUser();
  const [first, second] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  const codes: string[] = [];
  for (const [clickId, name] of [
    [first, 'install'],
    [second, 'install'],
    [second, 'deposit'],
    [first, 'look'],
    [second, 'look'],
  ] as const)
    codes.push((await app.send(offerId, name, { click_id: clickId })).body.code);
  expect(codes).toEqual(['accepted', 'already_rewarded', 'accepted', 'accepted', 'accepted']);
  expect(await app.balance(uid)).toBe(100);
  expect([(await visit(offerId)).body.code, (await visit(offerId)).body.code]).toEqual(['accepted', 'accepted']);
});

test('pays another click after the network reversed the rewarded one', async () => {
  const [offerId, uid] = [await offer('once'), await app.newUser()];
  const { clickId } = await visit(offerId, uid);
  expect((await send(offerId, clickId, { reversed: '1' })).body.code).toBe('reversed');
  expect((await visit(offerId, uid)).body.code).toBe('accepted');
  expect((await visit(offerId, uid)).body.code).toBe('already_rewarded');
  expect(await app.balance(uid)).toBe(100);
});

test('limits a pending conversion at its approval', async () => {
  const [offerId, uid] = [await offer('once'), await app.newUser()];
  const [first, second] = await clicksOf(offerId, uid);
  if (!first || !second) throw new Error('two clicks');
  expect((await send(offerId, first, { status: 'pending' })).body.code).toBe('pending');
  expect((await send(offerId, second)).body.code).toBe('accepted');
  expect((await send(offerId, first, { status: 'approved' })).body.code).toBe('already_rewarded');
  expect(await app.conversionsOf(first)).toMatchObject([{ status: 'rejected', reason: ONCE }]);
  expect(await app.balance(uid)).toBe(100);
});

test.each(['once', 'daily'])('pays one of three clicks that race on two servers, with %s', async (limit) => {
  for (let round = 0; round < 6; round += 1) {
    const [offerId, uid] = [await offer(limit), await app.newUser()];
    const clicks = await clicksOf(offerId, uid);
    const urls = clicks.map((id) => `/postback/${offerId}/install?token=${app.token}&click_id=${id}`);
    const answers = await Promise.all(
      urls.map((url, index) => (index === 0 ? app : other).http.fastify.inject({ url })),
    );
    const codes = answers.map((answer) => answer.json<{ code: string }>().code);
    expect(codes.toSorted()).toEqual(['accepted', 'already_rewarded', 'already_rewarded']);
    expect(await app.balance(uid)).toBe(100);
  }
});

test('pays once when a payment by hand races with the postback of another click, or with another payment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [offerId, uid] = [await offer('once'), await app.newUser()];
    const [first = '', second = '', third = ''] = await clicksOf(offerId, uid);
    const calls = [() => pay(first), () => send(offerId, second), () => pay(third)];
    await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
    expect(await app.balance(uid)).toBe(100);
  }
});

test('shows and refuses a payment by hand for another click of a rewarded user', async () => {
  const [offerId, uid] = [await offer('once'), await app.newUser()];
  await visit(offerId, uid);
  const clickId = await app.click(offerId, uid);
  expect(await pay(clickId)).toMatchObject({ status: 409, body: { code: 'wrong_state', message: ONCE } });
  const url = `/api/clicks?search=${clickId}&searchType=click_id`;
  const { clicks } = (await app.call<{ clicks: PayableClick[] }>('GET', url)).body;
  expect(clicks).toMatchObject([{ clickId, rewardCoins: 0, alreadyRewarded: ONCE }]);
  const unpaid = await app.call('POST', '/api/mark-clicks-paid-bulk', { clicks: [{ clickId }] });
  expect(unpaid.body).toMatchObject({ results: [{ success: false, message: ONCE }] });
  expect(await app.balance(uid)).toBe(100);
});

test('pays one click of a user by hand, alone or in a list, and none of the events of the others afterwards', async () => {
  const [offerId, uid] = [await offer('once'), await app.newUser()];
  const [first = '', second = '', third = ''] = await clicksOf(offerId, uid);
  const { body } = await app.call('POST', '/api/mark-clicks-paid-bulk', {
    clicks: [{ clickId: first }, { clickId: second }],
  });
  expect(body).toMatchObject({
    results: [
      { success: true, coins: 100 },
      { success: false, message: ONCE },
    ],
  });
  expect((await pay(second)).body).toMatchObject({ message: ONCE });
  expect((await send(offerId, third)).body.code).toBe('already_rewarded');
  expect((await send(offerId, first)).body.code).toBe('accepted');
  expect(await app.balance(uid)).toBe(100);
});

test('pays a user who was paid by hand nothing for an event that the offer gets later', async () => {
  const [offerId, uid, friend] = [await offer('once'), await app.newUser(), await app.newUser()];
  expect((await pay(await app.click(offerId, uid))).status).toBe(200);
  const { events } = (await app.call<Offer>('GET', `/api/offers/${offerId}`)).body;
  await app.updateOffer(offerId, { coins: 100, events: [...events, event('bonus', 50)], rewardLimit: 'once' });
  const sendBonus = async (user: string) =>
    (await app.send(offerId, 'bonus', { click_id: await app.click(offerId, user) })).body.code;
  expect([await sendBonus(uid), await sendBonus(friend)]).toEqual(['already_rewarded', 'accepted']);
  expect([await app.balance(uid), await app.balance(friend)]).toEqual([100, 50]);
});

test('pays a user nothing for an event that is saved while they are paid by hand', async () => {
  const offerId = await offer('once');
  const codes: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const { uid, clickId } = await app.newVisit(offerId);
    const { events } = (await app.call<Offer>('GET', `/api/offers/${offerId}`)).body;
    const more = [...events.slice(0, 1), event(`bonus-${round}`, 50, { isRequired: false })];
    await Promise.all([pay(clickId), app.updateOffer(offerId, { coins: 100, events: more, rewardLimit: 'once' })]);
    const bonus = await app.send(offerId, `bonus-${round}`, { click_id: await app.click(offerId, uid) });
    codes.push(bonus.body.code);
  }
  expect(codes).toEqual(Array(20).fill('already_rewarded'));
});

test('pays nothing more after an approved claim, in any order', async () => {
  const platform = platformClient(app);
  const [offerId, uid] = [await offer('once'), await app.newUser()];
  const approve = async (user: string) => {
    await platform.claim(user, offerId);
    return app.call('POST', `/api/offers/${offerId}/verify`, { userId: user, approved: true });
  };
  expect((await approve(uid)).status).toBe(200);
  await visit(offerId, uid);
  await pay(await app.click(offerId, uid));
  expect(await app.balance(uid)).toBe(100);
});

test('counts the rewards from before an offer limits them', async () => {
  const [offerId, uid, paid] = [await offer(), await app.newUser(), await app.newUser()];
  await visit(offerId, uid);
  await pay(await app.click(offerId, paid));
  const before = (await app.call<Offer>('GET', `/api/offers/${offerId}`)).body;
  expect(before.rewardLimit).toBe('each_click');
  await app.updateOffer(offerId, { coins: 100, events: before.events, rewardLimit: 'once' });
  expect([(await visit(offerId, uid)).body.code, (await visit(offerId, paid)).body.code]).toEqual([
    'already_rewarded',
    'already_rewarded',
  ]);
  const [entry] = await app.rows(
    "select before, after from audit_log where action = 'offers.update' and entity_id = $1 order by id desc limit 1",
    [offerId],
  );
  expect(entry).toMatchObject({ before: { rewardLimit: 'each_click' }, after: { rewardLimit: 'once' } });
});

test('pays again after midnight in Asia/Kolkata, once a day', async () => {
  const [offerId, onceId, uid] = [await offer('daily'), await offer('once'), await app.newUser()];
  await visit(offerId, uid);
  await visit(onceId, uid);
  app.clock.advance(15 * 60_000);
  expect((await visit(offerId, uid)).body.code).toBe('accepted');
  const { clickId, body } = await visit(offerId, uid);
  expect(body.code).toBe('already_rewarded');
  expect((await app.conversionsOf(clickId))[0]?.reason).toBe('Already rewarded: the offer pays each user once a day.');
  expect((await visit(onceId, uid)).body.code).toBe('already_rewarded');
});

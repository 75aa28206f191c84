import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PostbackExplanation } from '@muneem/contract/postbacks';
import { checkLedger } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { event, eventSteps, type EventSteps } from './event-steps.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
let on: EventSteps;
let headers: { authorization: string };
beforeAll(async () => {
  app = await createPostbackApp({}, { now: '2026-11-21T06:00:00.000Z' });
  ({ headers } = await openAdminSession(app));
  on = eventSteps(app);
});
beforeEach(() => app.clock.advance(MINUTE));
afterAll(async () => {
  expect((await checkLedger(app.database, { clock: app.clock, openHolds })).breaches).toEqual([]);
  await app.close();
});

const MINUTE = 60_000;
const post = async <Answer>(url: string, payload: object): Promise<Answer> => {
  const answer = await app.http.fastify.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
};
const explain = async (offerId: string, name: string, clickId: string) => {
  const url = `/postback/${offerId}/${name}?${new URLSearchParams({ token: app.token, click_id: clickId }).toString()}`;
  const { verdict, checks } = await post<PostbackExplanation>('/api/inbound-postbacks/explain', { url });
  return { verdict, details: Object.fromEntries(checks.map(({ check, detail }) => [check, detail])) };
};
/** Replays what waits for review. @returns what the preview showed */
const approveWaiting = async (offerId: string) => {
  type Preview = { items: { _id: string; verdict: string; event: string; coins: number }[]; digest: string };
  const { items, digest } = await post<Preview>('/api/inbound-postbacks/replay-preview', { filter: { offerId } });
  await post('/api/inbound-postbacks/replay', { ids: items.map(({ _id }) => _id), digest });
  return items;
};
/** The event has another name, and a new one has its former name. */
const giveNameAway = async (offerId: string, from: string, to: string, more: object = {}) => {
  await on.rename(offerId, from, to, more);
  app.clock.advance(10 * MINUTE);
  const events = [await on.stored(offerId, to), event(from, { eventPayout: 500 })];
  await app.updateOffer(offerId, { ...more, events });
  app.clock.advance(10 * MINUTE);
};

describe('events whose names change in one save', () => {
  const twoPaid = async (second: { eventPayout?: number } = {}) => {
    const offerId = await app.createOffer({ events: [event('install'), event('signup', second)] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    for (const name of ['install', 'signup']) await on.send(offerId, name, clickId);
    expect(await app.balance(uid)).toBe(30 + (second.eventPayout ?? 30));
    const ids = async () =>
      (
        await app.rows<{ id: number }>(
          'select id from offer_events where offer_id = $1 and removed_at is null order by position',
          [offerId],
        )
      ).map(({ id }) => id);
    return { offerId, uid, clickId, ids };
  };

  test.each([[['signup', 'kyc']], [['signup', 'install']], [['first_open', 'install']]])(
    'to %j stay themselves: what was paid is not paid again under any name',
    async (after) => {
      const { offerId, uid, clickId, ids } = await twoPaid();
      const before = await ids();
      const events = [
        await on.stored(offerId, 'install', { eventName: after[0] }),
        await on.stored(offerId, 'signup', { eventName: after[1] }),
      ];
      await app.updateOffer(offerId, { events });
      expect(await ids()).toEqual(before);
      for (const name of ['install', 'default', 'signup', 'register', ...after])
        expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate' });
      expect(await app.balance(uid)).toBe(60);
      app.clock.advance(MINUTE);
      const late = await app.newUser();
      const next = await app.click(offerId, late);
      for (const name of after) expect(await on.send(offerId, name, next)).toMatchObject({ code: 'accepted' });
      expect(await app.balance(late)).toBe(60);
    },
  );

  test('lose to a reversal what its name was paid for, whichever of them has that name by now', async () => {
    const { offerId, uid, clickId } = await twoPaid({ eventPayout: 500 });
    app.clock.advance(MINUTE);
    const [first, second] = [await on.stored(offerId, 'install'), await on.stored(offerId, 'signup')];
    const events = [
      { ...first, eventName: 'signup' },
      { ...second, eventName: 'kyc', eventPayout: 500 },
    ];
    await app.updateOffer(offerId, { events });
    app.clock.advance(MINUTE);
    expect(await on.send(offerId, 'signup', clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await app.balance(uid)).toBe(30);
    expect(await on.send(offerId, 'install', clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await app.balance(uid)).toBe(0);
  });

  test('by the flat fields, which have no ids, are told apart by their names: an exchange is a new order', async () => {
    const { offerId, uid, clickId, ids } = await twoPaid();
    const before = await ids();
    await app.updateOffer(offerId, { events: undefined, event1: 'signup', event2: 'install' });
    expect(await ids()).toEqual(before.toReversed());
    for (const name of ['install', 'signup'])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate' });
    expect(await app.balance(uid)).toBe(60);
  });

  test('come back by their id, also under a new name', async () => {
    const { offerId, uid, clickId } = await twoPaid();
    const [install, signup] = [await on.stored(offerId, 'install'), await on.stored(offerId, 'signup')];
    await app.updateOffer(offerId, { events: [signup] });
    await app.updateOffer(offerId, { events: [{ ...install, eventName: 'first_open' }, signup] });
    expect(await on.send(offerId, 'first_open', clickId)).toMatchObject({ code: 'duplicate' });
    expect(await app.balance(uid)).toBe(60);
  });
});

describe('a new event under a former name of another', () => {
  test('is not what that name said of clicks before: a resend of it is what was paid', async () => {
    const { offerId, uid, clickId, conversionId } = await on.paidClick('install');
    await on.rename(offerId, 'install', 'first_open');
    // The network goes on with the name that it knows.
    const later = await app.click(offerId, await app.newUser());
    const paidLater = await on.send(offerId, 'install', later);
    app.clock.advance(10 * MINUTE);
    const events = [await on.stored(offerId, 'first_open'), event('install', { eventPayout: 500 })];
    await app.updateOffer(offerId, { events });
    app.clock.advance(10 * MINUTE);

    for (const name of ['install', 'INSTALL', 'default', 'first_open']) {
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
      const again = { code: 'duplicate', conversionId: paidLater.conversionId };
      expect(await on.send(offerId, name, later)).toMatchObject(again);
    }
    expect(await app.balance(uid)).toBe(30);
    expect(await explain(offerId, 'install', clickId)).toMatchObject({
      verdict: 'duplicate',
      details: { known_event: '“install” means first_open', duplicate: `It is ${conversionId}` },
    });
  });

  test('is paid on its own and once by clicks that had not done the other, or did it when the name was given away', async () => {
    const offerId = await app.createOffer({ events: [event('lead')] });
    const uid = await app.newUser();
    const early = await app.click(offerId, uid);
    await giveNameAway(offerId, 'lead', 'qualified');
    for (const clickId of [early, await app.click(offerId, uid)]) {
      const codes = [];
      for (const name of ['qualified', 'lead', 'LEAD', 'qualified'])
        codes.push((await on.send(offerId, name, clickId)).code);
      expect(codes).toEqual(['accepted', 'accepted', 'duplicate', 'duplicate']);
      expect(await on.statusOf(clickId)).toBe('completed');
    }
    expect(await app.balance(uid)).toBe(2 * 530);
    expect((await explain(offerId, 'lead', early)).details).toMatchObject({ known_event: 'lead' });
  });

  test('leaves a reversal of that name to what was paid', async () => {
    const { offerId, uid, clickId, conversionId } = await on.paidClick('install');
    await giveNameAway(offerId, 'install', 'first_open');
    expect(await on.send(offerId, 'install', clickId, { reversed: '1' })).toMatchObject({
      code: 'reversed',
      conversionId,
    });
    expect(await app.balance(uid)).toBe(0);
    expect(await app.conversionsOf(clickId)).toMatchObject([{ event_key: 'install', status: 'rejected' }]);

    const other = await app.newUser();
    const next = await app.click(offerId, other);
    const paid = await on.send(offerId, 'install', next);
    expect(await app.balance(other)).toBe(500);
    const taken = { code: 'reversed', conversionId: paid.conversionId };
    expect(await on.send(offerId, 'install', next, { reversed: '1' })).toMatchObject(taken);
    expect(await app.balance(other)).toBe(0);
  });

  test('is not approved by the review of what waited under that name: the other one is, at its price', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    await app.updateOffer(offerId, { isActive: false, events: [await on.stored(offerId, 'install')] });
    expect((await on.send(offerId, 'install', clickId)).code).toBe('offer_inactive');
    await giveNameAway(offerId, 'install', 'first_open', { isActive: true });
    const items = await approveWaiting(offerId);
    expect(items).toMatchObject([{ verdict: 'accepted', event: 'first_open', coins: 30 }]);
    expect(await app.balance(uid)).toBe(30);
    expect(await app.conversionsOf(clickId)).toMatchObject([{ event_key: 'install', status: 'approved' }]);
  });

  test('of an alias: what the network calls default was the install that was paid', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    const { conversionId } = await on.send(offerId, 'default', clickId);
    await on.rename(offerId, 'install', 'first_open');
    await app.updateOffer(offerId, { events: [await on.stored(offerId, 'first_open'), event('default')] });
    for (const name of ['default', 'install'])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
    expect(await app.balance(uid)).toBe(30);
  });
});

describe('of two events at the same time whose names mean the same', () => {
  /** A click that only one of the two has paid, which is gone by now. */
  const oneGone = async () => {
    const both = [event('order', { eventPayout: 5 }), event('deposit', { eventPayout: 500 })];
    const offerId = await app.createOffer({ events: both });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    const { conversionId } = await on.send(offerId, 'order', clickId);
    await app.updateOffer(offerId, { events: [await on.stored(offerId, 'deposit', { eventPayout: 500 })] });
    return { offerId, uid, clickId, conversionId };
  };

  test('the one that stays is paid and completes the click only when it is done itself', async () => {
    const { offerId, uid, clickId } = await oneGone();
    expect(await on.statusOf(clickId)).toBe('in_progress');
    expect(await on.send(offerId, 'deposit', clickId)).toMatchObject({ code: 'accepted' });
    expect(await on.statusOf(clickId)).toBe('completed');
    expect(await on.send(offerId, 'deposit', clickId)).toMatchObject({ code: 'duplicate' });
    expect(await app.balance(uid)).toBe(505);
  });

  test('the one that is gone is not paid at the price of the other when the network sends it again', async () => {
    const { offerId, uid, clickId, conversionId } = await oneGone();
    expect(await on.send(offerId, 'order', clickId)).toMatchObject({ code: 'duplicate', conversionId });
    expect(await explain(offerId, 'order', clickId)).toMatchObject({
      verdict: 'duplicate',
      details: { known_event: '“order” was an event of this offer when the click did it' },
    });
    expect(await app.balance(uid)).toBe(5);
    expect(await on.send(offerId, 'order', clickId, { reversed: '1' })).toMatchObject({
      code: 'reversed',
      conversionId,
    });
    expect(await app.balance(uid)).toBe(0);
  });

  test('one that is renamed to it afterwards takes the place of the one that is gone', async () => {
    const offerId = await app.createOffer({ events: [event('order'), event('x')] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    const { conversionId } = await on.send(offerId, 'order', clickId);
    await app.updateOffer(offerId, { events: [await on.stored(offerId, 'x', { eventName: 'deposit' })] });
    expect(await on.send(offerId, 'deposit', clickId)).toMatchObject({ code: 'duplicate', conversionId });
    expect(await app.balance(uid)).toBe(30);
  });
});

describe('an address that was rewarded', () => {
  const ip = { ipBlock: 'active' };
  const neighbourOf = async (offerId: string) => app.click(offerId, await app.newUser());
  const twoEvents = () => app.createOffer({ ...ip, events: [event('install'), event('x')] });
  /** The first event is removed, the other one gets a name that means the same. */
  const takeItsPlace = async (offerId: string) =>
    app.updateOffer(offerId, {
      ...ip,
      isActive: true,
      events: [await on.stored(offerId, 'x', { eventName: 'default' })],
    });

  test('for an event that is gone stays so for the one in its place', async () => {
    const offerId = await twoEvents();
    expect(await on.send(offerId, 'install', await neighbourOf(offerId))).toMatchObject({ code: 'accepted' });
    expect(await on.send(offerId, 'install', await neighbourOf(offerId))).toMatchObject({ code: 'ip_blocked' });
    await takeItsPlace(offerId);
    expect(await on.send(offerId, 'default', await neighbourOf(offerId))).toMatchObject({ code: 'ip_blocked' });
    const elsewhere = await app.click(offerId, await app.newUser(), {}, { remoteAddress: '203.0.113.9' });
    expect(await on.send(offerId, 'default', elsewhere)).toMatchObject({ code: 'accepted' });
  });

  test('by the review of what waited under the key of an event that is gone is taken for the one in its place', async () => {
    const offerId = await twoEvents();
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    await app.updateOffer(offerId, { ...ip, isActive: false, events: [event('install'), event('x')] });
    expect((await on.send(offerId, 'install', clickId)).code).toBe('offer_inactive');
    await takeItsPlace(offerId);
    await approveWaiting(offerId);
    expect(await app.balance(uid)).toBe(30);
    const taken = await app.rows('select event_key from conversion_addresses where offer_id = $1', [offerId]);
    expect(taken).toEqual([{ event_key: 'x' }]);
    expect(await on.send(offerId, 'default', clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await on.send(offerId, 'default', await neighbourOf(offerId))).toMatchObject({ code: 'accepted' });
  });
});

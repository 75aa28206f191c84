import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
afterAll(async () => {
  expect((await checkLedger(app.database, { clock: app.clock, openHolds })).breaches).toEqual([]);
  await app.close();
});

describe('a renamed event', () => {
  test.each([
    ['install', 'default'],
    ['register', 'signup'],
    ['order', 'deposit'],
    ['lead', 'qualified'],
  ])('%s that is called %s now is the same: its clicks are not paid again under any name', async (before, after) => {
    const { offerId, uid, clickId, conversionId } = await on.paidClick(before);
    await on.rename(offerId, before, after);
    for (const name of [before, after, before.toUpperCase()])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
    await on.rename(offerId, after, 'something_else');
    for (const name of [before, after, 'something_else'])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
    expect(await app.conversionsOf(clickId)).toHaveLength(1);
    expect(await app.balance(uid)).toBe(30);
  });

  test('pays a new click once, whichever name the network knows; System URLs shows the name of now', async () => {
    const { offerId } = await on.paidClick('install');
    await on.rename(offerId, 'install', 'first_open');
    for (const names of [
      ['install', 'first_open'],
      ['first_open', 'default'],
      ['default', 'install'],
    ]) {
      const uid = await app.newUser();
      const clickId = await app.click(offerId, uid);
      const answers = [];
      for (const name of names) answers.push((await on.send(offerId, name, clickId)).code);
      expect(answers).toEqual(['accepted', 'duplicate']);
      expect(await app.balance(uid)).toBe(30);
    }
    const { postbackUrls } = (
      await app.http.fastify.inject({ url: `/api/offers/${offerId}/postback-urls`, headers })
    ).json<{ postbackUrls: Record<string, { name: string; url: string; count: number }> }>();
    expect(postbackUrls).toMatchObject({
      first_open: { name: 'first_open', url: expect.stringContaining('/first_open?'), count: 4 },
    });
  });

  test('gives its coins back when the network reverses it under the old name, and opens the click again', async () => {
    const { offerId, uid, clickId, conversionId } = await on.paidClick('install');
    expect(await on.statusOf(clickId)).toBe('completed');
    await on.rename(offerId, 'install', 'first_open');
    expect(await on.send(offerId, 'install', clickId, { status: 'chargeback' })).toMatchObject({
      code: 'reversed',
      conversionId,
      duplicate: false,
    });
    expect(await app.balance(uid)).toBe(0);
    expect(await on.statusOf(clickId)).toBe('in_progress');
    expect(await on.send(offerId, 'first_open', clickId)).toMatchObject({ code: 'duplicate', conversionId });
    expect(await app.balance(uid)).toBe(0);
  });

  test('completes a click whose other events came before and after, each paid once', async () => {
    const offerId = await app.createOffer({ events: [event('install'), event('deposit')] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    await on.send(offerId, 'install', clickId);
    await app.updateOffer(offerId, {
      events: [await on.stored(offerId, 'install', { eventName: 'open' }), await on.stored(offerId, 'deposit')],
    });
    expect(await on.send(offerId, 'deposit', clickId)).toMatchObject({ code: 'accepted' });
    expect(await on.statusOf(clickId)).toBe('completed');
    expect(await app.balance(uid)).toBe(60);
  });

  test('keeps the addresses that it has rewarded', async () => {
    const { offerId } = await on.paidClick('install', { ipBlock: 'active' });
    await on.rename(offerId, 'install', 'first_open');
    const neighbour = await app.click(offerId, await app.newUser());
    expect(await on.send(offerId, 'first_open', neighbour)).toMatchObject({ code: 'ip_blocked' });
  });

  test('earns the share of the name that it has now', async () => {
    const offerId = await app.createOffer({ coins: 100, events: [event('deposit', { eventPayout: 0 })] });
    await app.updateOffer(offerId, {
      coins: 100,
      events: [await on.stored(offerId, 'deposit', { eventName: 'register', eventPayout: 0 })],
    });
    const uid = await app.newUser();
    expect(await on.send(offerId, 'register', await app.click(offerId, uid))).toMatchObject({ code: 'accepted' });
    expect(await app.balance(uid)).toBe(60);
  });

  test('stands in the log with the name that it had then, and is found there by each of its names', async () => {
    const { offerId, clickId } = await on.paidClick('lead');
    await on.rename(offerId, 'lead', 'qualified');
    await on.send(offerId, 'lead', clickId);
    for (const query of [`clickId=${clickId}`, `offerId=${offerId}&event=qualified`, `offerId=${offerId}&event=Lead`]) {
      const url = `/api/inbound-postbacks?${query}`;
      const log = await app.http.fastify.inject({ url, headers });
      const lines = log.json<{ postbacks: { event: string; verdict: string }[] }>().postbacks;
      expect(lines.map((line) => [line.event, line.verdict])).toEqual([
        ['qualified', 'duplicate'],
        ['lead', 'accepted'],
      ]);
    }
  });
});

describe('an event that takes the place of another', () => {
  test.each([
    ['install', 'default'],
    ['signup', 'register'],
    ['lead', 'lead'],
  ])('of a name that means the same (%s, then %s) does not pay for the same thing again', async (before, after) => {
    const { offerId, uid, clickId, conversionId } = await on.paidClick(before, { ipBlock: 'active' });
    await app.updateOffer(offerId, { events: [event('other')] });
    expect((await app.send(offerId, before, { click_id: clickId })).status).toBe(422);
    await app.updateOffer(offerId, { events: [event(after), event('other', { isRequired: false })] });
    for (const name of [before, after])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
    const neighbour = await app.click(offerId, await app.newUser());
    expect(await on.send(offerId, after, neighbour)).toMatchObject({ code: 'ip_blocked' });
    expect(await app.balance(uid)).toBe(30);
    expect(await on.send(offerId, before, clickId, { reversed: '1' })).toMatchObject({
      code: 'reversed',
      conversionId,
    });
    expect(await app.balance(uid)).toBe(0);
    expect(await on.statusOf(clickId)).toBe('in_progress');
  });

  test('put in the place of another in one step is the same one', async () => {
    const { offerId, uid, clickId, conversionId } = await on.paidClick('install');
    await app.updateOffer(offerId, { events: [event('default')] });
    for (const name of ['install', 'default'])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
    expect(await app.balance(uid)).toBe(30);
  });

  test('and is an old event under a new name takes over what the other one had paid', async () => {
    const offerId = await app.createOffer({ events: [event('install'), event('x')] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    const { conversionId } = await on.send(offerId, 'install', clickId);
    await app.updateOffer(offerId, { events: [await on.stored(offerId, 'x')] });
    await on.rename(offerId, 'x', 'default');
    for (const name of ['install', 'default', 'x'])
      expect(await on.send(offerId, name, clickId)).toMatchObject({ code: 'duplicate', conversionId });
    const other = await app.click(offerId, await app.newUser());
    expect(await on.send(offerId, 'install', other)).toMatchObject({ code: 'accepted' });
    expect(await on.send(offerId, 'default', clickId, { reversed: '1' })).toMatchObject({
      code: 'reversed',
      conversionId,
    });
    expect(await app.balance(uid)).toBe(0);
    expect(await on.statusOf(clickId)).toBe('in_progress');
  });

  test('renamed to the name of a removed one stays itself, and both old addresses lead to it', async () => {
    const offerId = await app.createOffer({ events: [event('lead'), event('x')] });
    const [first, second] = [await app.newUser(), await app.newUser()];
    const clicks = [await app.click(offerId, first), await app.click(offerId, second)] as const;
    await on.send(offerId, 'lead', clicks[0]);
    await on.send(offerId, 'x', clicks[1]);
    await app.updateOffer(offerId, { events: [await on.stored(offerId, 'x')] });
    await on.rename(offerId, 'x', 'lead');
    for (const clickId of clicks)
      for (const name of ['lead', 'x']) expect((await on.send(offerId, name, clickId)).code).toBe('duplicate');
    expect([await app.balance(first), await app.balance(second)]).toEqual([30, 30]);
  });

  test('with the first name of one that was renamed and then removed does not pay for the same thing again', async () => {
    const { offerId, uid, clickId } = await on.paidClick('lead');
    await on.rename(offerId, 'lead', 'qualified');
    await app.updateOffer(offerId, { events: [event('other')] });
    await app.updateOffer(offerId, { events: [event('lead')] });
    for (const name of ['lead', 'LEAD']) expect((await on.send(offerId, name, clickId)).code).toBe('duplicate');
    expect(await app.balance(uid)).toBe(30);
  });

  test('approves what waits from before under the key it waits with, so that it can be reversed, also when that event is back', async () => {
    const once = { ipBlock: 'active' };
    const offerId = await app.createOffer({ ...once, events: [event('install'), event('x')] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    await app.updateOffer(offerId, { ...once, isActive: false, events: [event('install'), event('x')] });
    expect((await on.send(offerId, 'install', clickId)).code).toBe('offer_inactive');
    await app.updateOffer(offerId, { ...once, events: [await on.stored(offerId, 'x')] });
    await app.updateOffer(offerId, {
      ...once,
      isActive: true,
      events: [await on.stored(offerId, 'x', { eventName: 'default' })],
    });
    const post = async (url: string, payload: object) =>
      (await app.http.fastify.inject({ method: 'POST', url, headers, payload })).json<{
        items: { _id: string; verdict: string }[];
        digest: string;
        totals: object;
      }>();
    const shown = await post('/api/inbound-postbacks/replay-preview', { filter: { offerId } });
    expect(shown.items).toMatchObject([{ verdict: 'accepted' }]);
    const ids = shown.items.map(({ _id }) => _id);
    await post('/api/inbound-postbacks/replay', { ids, digest: shown.digest });
    expect(await app.balance(uid)).toBe(30);
    expect(await on.statusOf(clickId)).toBe('completed');
    expect(await on.send(offerId, 'install', clickId)).toMatchObject({ code: 'duplicate' });
    // The address was taken for the event that stood in its place.
    await app.updateOffer(offerId, { ...once, events: [await on.stored(offerId, 'default'), event('install')] });
    expect(await on.send(offerId, 'install', clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await app.rows('select event_key from conversion_addresses where offer_id = $1', [offerId])).toEqual([]);
    expect(await app.balance(uid)).toBe(0);
    const left = await app.rows(
      `select event_key, status, sum(conversions)::int as n from conversion_rollups where offer_id = $1
       group by 1, 2 having sum(conversions) <> 0`,
      [offerId],
    );
    expect(left).toEqual([{ event_key: 'install', status: 'rejected', n: 1 }]);
    const counts =
      'select c.approved from event_day_counts c join offer_events e on e.id = c.event_id where e.offer_id = $1';
    expect(await app.rows(counts, [offerId])).toEqual([{ approved: 0 }]);
  });
});

describe('an event beside another whose name means the same', () => {
  const TEN_MINUTES = 600_000;
  const save = async (offerId: string, events: readonly object[]) => {
    app.clock.advance(TEN_MINUTES);
    await app.updateOffer(offerId, { events });
    app.clock.advance(TEN_MINUTES);
  };
  const paidBy = async (offerId: string, ...names: readonly string[]) => {
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid);
    for (const name of names) expect((await on.send(offerId, name, clickId)).code, name).toBe('accepted');
    return { uid, clickId };
  };

  test('is not earned by what clicks had done under its name before it was added', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const [old, other] = [await paidBy(offerId, 'default'), await paidBy(offerId, 'install')];
    await save(offerId, [await on.stored(offerId, 'install'), event('default', { eventPayout: 500 })]);
    for (const { uid, clickId } of [old, other]) {
      expect(await on.send(offerId, 'default', clickId)).toMatchObject({ code: 'duplicate' });
      expect(await app.balance(uid)).toBe(30);
    }
    expect(await on.send(offerId, 'default', old.clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await app.balance(old.uid)).toBe(0);
    expect(await app.balance((await paidBy(offerId, 'install', 'default')).uid)).toBe(530);
  });

  test('that took the place of one that is back by now is not earned by what that one had paid', async () => {
    const offerId = await app.createOffer({ events: [event('install'), event('x')] });
    const { uid, clickId } = await paidBy(offerId, 'default');
    await save(offerId, [await on.stored(offerId, 'x')]);
    await save(offerId, [await on.stored(offerId, 'x', { eventName: 'default' })]);
    expect(await on.send(offerId, 'default', clickId)).toMatchObject({ code: 'duplicate' });
    await save(offerId, [await on.stored(offerId, 'default'), event('install')]);
    expect(await on.send(offerId, 'default', clickId)).toMatchObject({ code: 'duplicate' });
    expect(await on.send(offerId, 'default', clickId, { reversed: '1' })).toMatchObject({ code: 'reversed' });
    expect(await app.balance(uid)).toBe(0);
  });

  test('is earned beside it, also after that one is gone and it was called otherwise for a while', async () => {
    const offerId = await app.createOffer({ events: [event('order'), event('deposit', { eventPayout: 500 })] });
    const { uid, clickId } = await paidBy(offerId, 'order');
    await save(offerId, [await on.stored(offerId, 'deposit')]);
    for (const [name, eventName] of [
      ['deposit', 'first_deposit'],
      ['first_deposit', 'deposit'],
    ] as const)
      await save(offerId, [await on.stored(offerId, name, { eventName, eventPayout: 500 })]);
    expect(await on.send(offerId, 'deposit', clickId)).toMatchObject({ code: 'accepted' });
    expect(await app.balance(uid)).toBe(530);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { event } from '#test/postbacks/event-steps.ts';
import { createSmartPollApp, type SmartPollApp } from './smart-poll-app.ts';

let app: SmartPollApp;
beforeAll(async () => {
  app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });
});
afterAll(() => app.close());

const idOf = async (offerId: string) =>
  (
    await app.rows<{ id: number }>('select id from offer_events where offer_id = $1 and removed_at is null', [offerId])
  )[0]?.id;

test.each([
  ['install', 'default'],
  ['install', 'first_open'],
])('a rename of %s to %s asks nobody again and pays nobody again', async (before, after) => {
  const paid = event(before);
  const offerId = await app.polledOffer({ events: [paid] });
  const uids = [await app.newUser(), await app.newUser()];
  const clicks = [await app.click(offerId, uids[0]), await app.click(offerId, uids[1])];
  for (const clickId of clicks) app.network.says(clickId, { body: { event: before } });
  expect((await app.force()).run).toMatchObject({ asked: 2, recovered: 2, coins: 60 });
  expect((await app.force()).run).toMatchObject({ clicks: 0 });

  await app.updateOffer(offerId, {
    pollUrl: app.network.pollUrl,
    events: [{ ...paid, _id: await idOf(offerId), eventName: after }],
  });
  app.network.asked.length = 0;
  expect((await app.force()).run).toMatchObject({ clicks: 0, recovered: 0, coins: 0 });
  expect(app.network.asked).toEqual([]);

  const late = await app.newUser();
  const clickId = await app.click(offerId, late);
  app.network.says(clickId, { body: { event: before } });
  expect((await app.force()).run).toMatchObject({ asked: 1, recovered: 1, coins: 30 });
  expect(await Promise.all([...uids, late].map((uid) => app.balance(uid)))).toEqual([30, 30, 30]);
});

test('the shift of two names in one save pays nobody again', async () => {
  const offerId = await app.polledOffer({ events: [event('install'), event('signup')] });
  const uid = await app.newUser();
  const clickId = await app.click(offerId, uid);
  app.network.says(clickId, { body: { events: ['install', 'signup'] } });
  expect((await app.force()).run).toMatchObject({ asked: 1, recovered: 2, coins: 60 });
  const ids = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1 order by position', [
    offerId,
  ]);
  const events = ['signup', 'kyc'].map((name, index) => event(name, { _id: ids[index]?.id }));
  await app.updateOffer(offerId, { pollUrl: app.network.pollUrl, events });
  app.network.says(clickId, { body: { events: ['install', 'signup', 'kyc'] } });
  expect((await app.force()).run).toMatchObject({ clicks: 0, recovered: 0 });
  expect(await app.balance(uid)).toBe(60);
});

test('a click is not asked about for an event that stands for one it has done', async () => {
  const offerId = await app.polledOffer({ events: [event('install'), event('deposit'), event('x')] });
  const [done, half] = [await app.click(offerId, await app.newUser()), await app.click(offerId, await app.newUser())];
  app.network.says(done, { body: { events: ['install', 'deposit'] } });
  app.network.says(half, { body: { event: 'install' } });
  expect((await app.force()).run).toMatchObject({ asked: 2, recovered: 3 });
  const [, deposit, x] = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1 order by id', [
    offerId,
  ]);
  const events = [event('default', { _id: x?.id }), event('deposit', { _id: deposit?.id })];
  await app.updateOffer(offerId, { pollUrl: app.network.pollUrl, events });
  app.network.asked.length = 0;
  expect((await app.force()).run).toMatchObject({ clicks: 1, asked: 1, recovered: 0 });
  expect(app.network.asked).toEqual([half]);
  app.network.says(half, { body: { events: ['install', 'deposit'] } });
  expect((await app.force()).run).toMatchObject({ asked: 1, recovered: 1 });
  expect(await app.rows('select click_id from smart_poll_queue where offer_id = $1', [offerId])).toEqual([]);
});

test('what the network calls by a name that is of a new event now is what was paid under it', async () => {
  const offerId = await app.polledOffer({ events: [event('install')] });
  const [uid, late] = [await app.newUser(), await app.newUser()];
  const clickId = await app.click(offerId, uid);
  app.network.says(clickId, { body: { event: 'install' } });
  expect((await app.force()).run).toMatchObject({ recovered: 1 });
  app.clock.advance(600_000);
  const more = { pollUrl: app.network.pollUrl };
  const renamed = event('first_open', { _id: await idOf(offerId) });
  await app.updateOffer(offerId, { ...more, events: [renamed, event('install', { eventPayout: 500 })] });
  app.clock.advance(600_000);
  const next = await app.click(offerId, late);
  app.network.says(next, { body: { event: 'install' } });
  expect((await app.force()).run).toMatchObject({ asked: 2, recovered: 1, coins: 500 });
  expect([await app.balance(uid), await app.balance(late)]).toEqual([30, 500]);
});

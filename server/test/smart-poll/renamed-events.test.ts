import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmartPollApp, type SmartPollApp } from './smart-poll-app.ts';

let app: SmartPollApp;
beforeAll(async () => {
  app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });
});
afterAll(() => app.close());

test.each([
  ['install', 'default'],
  ['install', 'first_open'],
])('a rename of %s to %s asks nobody again and pays nobody again', async (before, after) => {
  const event = { eventName: before, eventPayout: 30, eventCap: 1000, isRequired: true, description: '' };
  const offerId = await app.polledOffer({ events: [event] });
  const uids = [await app.newUser(), await app.newUser()];
  const clicks = [await app.click(offerId, uids[0]), await app.click(offerId, uids[1])];
  for (const clickId of clicks) app.network.says(clickId, { body: { event: before } });
  expect((await app.force()).run).toMatchObject({ asked: 2, recovered: 2, coins: 60 });
  expect((await app.force()).run).toMatchObject({ clicks: 0 });

  const [row] = await app.rows<{ id: number }>('select id from offer_events where offer_id = $1', [offerId]);
  await app.updateOffer(offerId, {
    pollUrl: app.network.pollUrl,
    events: [{ ...event, _id: row?.id, eventName: after }],
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

import { expect, test } from 'vitest';
import { replayCalls } from '#test/postbacks/replay-calls.ts';
import { startStatusServer } from '#test/smart-poll/status-server.ts';
import { event } from '#test/builders/events.ts';
import { createDeliveryApp } from './delivery-app.ts';

const network = await startStatusServer();
/** The sender is off, so deliveries stay in the queue. */
const app = await createDeliveryApp();
const replay = replayCalls(app);

const EVENTS = [event('install', 20), event('deposit', 30)];
/** An offer with two active postbacks for its first event, one for its second, and one inactive. */
async function trackedOffer(): Promise<string> {
  const offerId = await app.createOffer({ pollUrl: network.pollUrl, events: EVENTS });
  await app.addActive(offerId, { companyId: 'late', priority: 5 });
  await app.addActive(offerId, { companyId: 'early', priority: 2 });
  await app.addActive(offerId, { companyId: 'deposits', eventName: 'deposit' });
  await app.addPostback(offerId, { companyId: 'inactive' });
  return offerId;
}

/** The deliveries of an offer's conversions, in order of priority. */
const fired = (offerId: string) =>
  app.rows(
    `select c.source, c.status, d.macros ->> 'company_id' as company, d.macros ->> 'click_id' as click,
       d.macros ->> 'event_name' as event, d.macros ->> 'payout' as payout
     from postback_deliveries d join conversions c on c.id = d.conversion_id
     where c.offer_id = $1 order by d.priority, d.id`,
    [offerId],
  );
const installs = (source: string, click: string) =>
  ['early', 'late'].map((company) => ({ source, status: 'approved', company, click, event: 'install', payout: '20' }));
const force = async () => (await app.call('POST', '/api/admin/force-smart-poll')).status;

test('fires the active postbacks once for a conversion that the smart poll found', async () => {
  const offerId = await trackedOffer();
  const clickId = await app.click(offerId, await app.newUser());
  network.says(clickId, { body: { event: 'install' } });
  expect(await force()).toBe(200);
  expect(await fired(offerId)).toEqual(installs('smart_poll', clickId));
  expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('duplicate');
  expect(await force()).toBe(200);
  expect(await fired(offerId)).toHaveLength(2);
});

test('fires when a replay is executed, not when it is previewed', async () => {
  const offerId = await trackedOffer();
  const clickId = await app.click(offerId, await app.newUser());
  await app.updateOffer(offerId, { events: [event('deposit', 30)] });
  expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('event_retired');
  await replay.logged({ clickId }, 1);
  await app.updateOffer(offerId, { events: [event('deposit', 30), event('install', 20)] });
  const shown = await replay.preview({ filter: { offerId } });
  expect(shown.items).toMatchObject([{ verdict: 'accepted', coins: 20 }]);
  expect(await fired(offerId)).toEqual([]);
  expect((await replay.commit(shown)).status).toBe(200);
  expect((await replay.commit(shown)).status).toBe(200);
  expect(await fired(offerId)).toEqual(installs('postback', clickId));
});

test('fires nothing for a pending conversion, and everything once it is approved', async () => {
  const offerId = await trackedOffer();
  const clickId = await app.click(offerId, await app.newUser());
  await app.updateOffer(offerId, { events: EVENTS, isActive: false });
  expect((await app.send(offerId, 'install', { click_id: clickId })).body.status).toBe('pending');
  expect(await fired(offerId)).toEqual([]);
  await app.updateOffer(offerId, { events: EVENTS, isActive: true });
  await replay.logged({ clickId }, 1);
  expect((await replay.commit(await replay.preview({ filter: { offerId } }))).status).toBe(200);
  expect(await fired(offerId)).toEqual(installs('postback', clickId));
});

test('fires nothing for a manual payment, even if the offer has an event of that name', async () => {
  const named = [...EVENTS, event('Manual payment', 1)];
  const offerId = await app.createOffer({ events: named });
  for (const { eventName } of named) await app.addActive(offerId, { eventName });
  const clickId = await app.click(offerId, await app.newUser());
  await app.must('POST', '/api/mark-click-paid', { clickId });
  expect(await app.conversionsOf(clickId)).toMatchObject([{ status: 'approved' }]);
  expect(await fired(offerId)).toEqual([]);
});

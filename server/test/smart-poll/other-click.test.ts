import { expect, test } from 'vitest';
import { createSmartPollApp } from './smart-poll-app.ts';

const app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });
const offerId = await app.polledOffer({ title: 'Answers', customClickIdParams: ['aff_sub'] });

test.each([
  (other: string) => ({ event: 'install', click_id: other }),
  (other: string) => ({ events: ['install'], data: { clickId: other } }),
  (other: string) => ({ events: [{ name: 'install', transaction_id: other }] }),
  (other: string, own: string) => ({
    events: [
      { name: 'install', clickid: other },
      { name: 'deposit', clickid: own },
    ],
  }),
  (other: string) => ({ event: 'install', aff_sub: other }),
])('credits no one for an answer about another click (%#)', async (build) => {
  const [other, own] = [await app.newVisit(offerId), await app.newVisit(offerId)];
  app.network.says(own.clickId, { body: build(other.clickId, own.clickId) });
  const { run } = await app.force();
  const poll = (await app.runInFull(run._id)).polls.find(({ clickId }) => clickId === own.clickId);
  const detail = `The answer is about another click: ${other.clickId}.`;
  expect(poll).toMatchObject({ outcome: 'malformed', detail, events: [] });
  expect([await app.balance(own.uid), await app.balance(other.uid)]).toEqual([0, 0]);
  for (const { clickId } of [other, own])
    await app.rows(`update clicks set status = 'failed' where id = $1`, [clickId]);
  app.clock.advance(3 * 60_000);
});

test('credits no one if the parameter that carries our click id in the status URL names another', async () => {
  const carried = await app.polledOffer({ pollUrl: `${app.network.pollUrl}&sub9={click_id}` });
  const { uid, clickId } = await app.newVisit(carried);
  const other = await app.newVisit(carried);
  app.network.says(clickId, { body: { event: 'install', SUB9: other.clickId } });
  await app.force();
  expect([await app.balance(uid), await app.balance(other.uid)]).toEqual([0, 0]);
  app.clock.advance(3 * 60_000);
});

test('pays for an answer with its own click id and ids of the network', async () => {
  const { uid, clickId } = await app.newVisit(offerId);
  const ids = { click_id: clickId, transaction_id: 'txn-81', note: '01JD0000000000000000000001' };
  app.network.says(clickId, { body: { event: 'install', ...ids } });
  await app.force();
  expect(await app.balance(uid)).toBe(100);
  await app.rows(`update clicks set status = 'failed' where id = $1`, [clickId]);
  app.clock.advance(3 * 60_000);
});

import { expect, test } from 'vitest';
import { daysBefore } from '#platform/clock/index.ts';
import { lowestUlid, newUlid } from '#platform/ids/index.ts';
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

/** Asks about a click, once. @returns the balance of its user, and the poll */
async function asked(ofOffer: string, body: (ids: { own: string; later: string }) => object) {
  const { uid, clickId } = await app.newVisit(ofOffer);
  app.clock.advance(60_000);
  app.network.says(clickId, { body: body({ own: clickId, later: newUlid(app.clock.now()) }) });
  const { run } = await app.force();
  const poll = (await app.runInFull(run._id)).polls.find((each) => each.clickId === clickId);
  await app.rows(`update clicks set status = 'failed' where id = $1`, [clickId]);
  app.clock.advance(3 * 60_000);
  return { balance: await app.balance(uid), poll };
}

test.each([
  ({ later }: { later: string }) => ({ event: 'install', transaction_id: later }),
  ({ later }: { later: string }) => ({ events: [{ name: 'install', transactionId: later }] }),
  ({ own, later }: { own: string; later: string }) => ({
    event: 'install',
    click_id: own,
    data: { transaction_id: later },
  }),
])('pays for an answer whose transaction has an id of the network in the form of ours (%#)', async (body) => {
  const { balance, poll } = await asked(offerId, body);
  expect([balance, poll?.outcome]).toEqual([100, 'recovered']);
});

test('credits no one if the transaction is a younger click of ours, also beside a younger one of the network', async () => {
  const { uid, clickId } = await app.newVisit(offerId);
  app.clock.advance(60_000);
  const other = await app.newVisit(offerId);
  const events = [newUlid(app.clock.now()), other.clickId].map((id) => ({ name: 'install', transaction_id: id }));
  app.network.says(clickId, { body: { events } });
  const { run } = await app.force();
  const poll = (await app.runInFull(run._id)).polls.find((each) => each.clickId === clickId);
  const detail = `The answer is about another click: ${other.clickId}.`;
  expect(poll).toMatchObject({ outcome: 'malformed', detail, events: [] });
  expect([await app.balance(uid), await app.balance(other.uid)]).toEqual([0, 0]);
  for (const id of [clickId, other.clickId]) await app.rows(`update clicks set status = 'failed' where id = $1`, [id]);
  app.clock.advance(3 * 60_000);
});

test('credits no one if the id is older than the click: clicks of that time may be deleted', async () => {
  const other = lowestUlid(daysBefore(app.clock.now(), 100));
  const { balance, poll } = await asked(offerId, () => ({ event: 'install', transaction_id: other }));
  expect([balance, poll?.detail]).toEqual([0, `The answer is about another click: ${other}.`]);
});

test('credits no one if the parameter with the other id carries our click id in the status URL', async () => {
  for (const [name, answered] of [
    ['transaction_id', 'transactionId'],
    ['sub9', 'SUB9'],
  ] as const) {
    const carried = await app.polledOffer({ title: name, pollUrl: `${app.network.pollUrl}&${name}={click_id}` });
    const { balance, poll } = await asked(carried, ({ later }) => ({ event: 'install', [answered]: later }));
    expect([balance, poll?.detail]).toEqual([0, expect.stringContaining('about another click')]);
  }
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

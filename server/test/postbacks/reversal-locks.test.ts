import { afterAll, expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({}, { now: '2026-11-21T12:00:00Z' });
afterAll(() => app.close());

const install = event('install', 10);
const reverse = (offerId: string, clickId: string) =>
  app.send(offerId, 'install', { click_id: clickId, reversed: '1' });
const completed = async (offerId: string) => [
  (await app.rows('select 1 from offer_completions where offer_id = $1', [offerId])).length,
  (await app.rows<{ n: number }>('select completed_count as n from offers where id = $1', [offerId]))[0]?.n,
];

test('locks only the click of a reversal, so other clicks of its user do not wait', async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const [first, other] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  await app.send(offerId, 'install', { click_id: first });
  const holder = await app.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from clicks where id = $1 for update', [other]);
    const answer = reverse(offerId, first);
    const first10s = new Promise((resolve) => setTimeout(resolve, 10_000, 'it waits'));
    expect(await Promise.race([answer, first10s])).toMatchObject({ status: 200, body: { code: 'reversed' } });
  } finally {
    holder.release(true);
  }
  expect(await completed(offerId)).toEqual([0, 0]);
});

test('waits for a concurrent completion of its click, and keeps completedBy right', async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const [first, second] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  await app.send(offerId, 'install', { click_id: first });
  const holder = await app.database.pool.connect();
  try {
    await holder.query('begin');
    // The last write of a conversion: its click is complete by then, but not committed.
    await holder.query('select 1 from conversion_rollups where offer_id = $1 for update', [offerId]);
    const completing = app.send(offerId, 'install', { click_id: second });
    await expect.poll(() => countLockWaits(app.database)).toBe(1);
    const reversing = reverse(offerId, first);
    await expect.poll(() => countLockWaits(app.database)).toBe(2);
    await holder.query('commit');
    expect((await completing).body).toMatchObject({ code: 'accepted' });
    expect((await reversing).body).toMatchObject({ code: 'reversed' });
  } finally {
    holder.release(true);
  }
  expect(await completed(offerId)).toEqual([1, 1]);
  await reverse(offerId, second);
  expect(await completed(offerId)).toEqual([0, 0]);
});

test("counts a user once when two of the user's clicks complete at the same time", async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const clicks = await Promise.all(Array.from({ length: 6 }, () => app.click(offerId, uid)));
  await Promise.all(clicks.map((clickId) => app.send(offerId, 'install', { click_id: clickId })));
  expect(await completed(offerId)).toEqual([1, 1]);
  await Promise.all(clicks.map((clickId) => reverse(offerId, clickId)));
  expect(await completed(offerId)).toEqual([0, 0]);
});

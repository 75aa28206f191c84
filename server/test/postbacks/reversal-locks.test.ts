import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
beforeAll(async () => {
  app = await createPostbackApp({}, { now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

const install = { eventName: 'install', eventPayout: 10, eventCap: 1000, isRequired: true, description: '' };
const reverse = (offerId: string, clickId: string) =>
  app.send(offerId, 'install', { click_id: clickId, reversed: '1' });
const waiting = async (): Promise<number> => {
  const { rows } = await app.database.pool.query<{ n: number }>(
    `select count(*) as n from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
};
const completed = async (offerId: string) => [
  (await app.rows('select 1 from offer_completions where offer_id = $1', [offerId])).length,
  (await app.rows<{ n: number }>('select completed_count as n from offers where id = $1', [offerId]))[0]?.n,
];

test('a reversal locks its own click only: the other clicks of the user are nothing to wait for', async () => {
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

test('a reversal sees the click that is being completed at the same moment, and its user stays in completedBy', async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const [first, second] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  await app.send(offerId, 'install', { click_id: first });
  const holder = await app.database.pool.connect();
  try {
    await holder.query('begin');
    // The last rows that a conversion writes: it has completed its click by then, and not yet committed.
    await holder.query('select 1 from conversion_rollups where offer_id = $1 for update', [offerId]);
    const completing = app.send(offerId, 'install', { click_id: second });
    await expect.poll(waiting).toBe(1);
    const reversing = reverse(offerId, first);
    await expect.poll(waiting).toBe(2);
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

test('two clicks of one user completed at once count the user once', async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const clicks = await Promise.all(Array.from({ length: 6 }, () => app.click(offerId, uid)));
  await Promise.all(clicks.map((clickId) => app.send(offerId, 'install', { click_id: clickId })));
  expect(await completed(offerId)).toEqual([1, 1]);
  await Promise.all(clicks.map((clickId) => reverse(offerId, clickId)));
  expect(await completed(offerId)).toEqual([0, 0]);
});

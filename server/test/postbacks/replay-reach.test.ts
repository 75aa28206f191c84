import { describe, expect, test } from 'vitest';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from './postback-app.ts';
import { replayCalls } from './replay-calls.ts';

const app = await createPostbackApp({}, { withLine: true });
const calls = replayCalls(app);

/** Waits for log rows, because refused postbacks are logged asynchronously. */
const stored = (offerId: string, count: number) =>
  expect
    .poll(() => app.rows('select count(*)::int as n from postback_log where offer_id = $1', [offerId]), {
      timeout: 20_000,
    })
    .toEqual([{ n: count }]);

describe('a replay', () => {
  test('pays a postback once that could not be stored during a database outage', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.line?.cut();
    const refused = await app.send(offerId, 'install', { click_id: clickId });
    expect([refused.status, refused.body.code]).toEqual([503, 'not_stored']);
    await app.line?.mend();
    const [line] = await calls.logged({ clickId }, 1);
    expect(line).toMatchObject({ verdict: 'not_stored', replayable: true });

    const shown = await calls.preview({ filter: { offerId } });
    expect(shown.items).toMatchObject([{ clickId, verdictBefore: 'not_stored', verdict: 'accepted', coins: 20 }]);
    expect((await calls.commit(shown)).body).toMatchObject({ replayed: 1, totals: { approved: 1, coins: 20 } });
    expect(await app.balance(uid)).toBe(20);
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('duplicate');
    expect(await app.balance(uid)).toBe(20);
  });

  test('accepts a postback older than its click if its path named the offer, but not the short form', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const uid = await app.newUser();
    const clickId = newUlid(new Date());
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('click_unknown');
    await app.http.fastify.inject(`/postback?event=install&token=${app.token}&click_id=${clickId}`);
    const lines = await calls.logged({ clickId }, 2);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['click_unknown', 'click_unknown']);
    expect((await calls.preview({ filter: { clickId } })).items).toMatchObject([
      { verdict: 'click_unknown', coins: 0 },
    ]);

    await app.rows(
      `insert into clicks (id, created_at, offer_id, user_id, status)
       select $1, $2, $3, id, 'clicked' from users where uid = $4`,
      [clickId, timeOfUlid(clickId), offerId, uid],
    );
    const shown = await calls.preview({ ids: lines.map(({ _id }) => _id) });
    expect(shown.items).toMatchObject([{ clickId, verdictBefore: 'click_unknown', verdict: 'accepted', coins: 20 }]);
    expect(shown.skipped).toHaveLength(1);
    await calls.commit(shown);
    expect(await app.balance(uid)).toBe(20);
  });

  test('takes 200 postbacks at a time, oldest first, and says that more are left', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const uid = await app.newUser();
    const clicks: string[] = [];
    for (let index = 0; index < 203; index += 1) {
      const clickId = await app.click(offerId, uid);
      clicks.push(clickId);
      await app.send(offerId, 'bonus', { click_id: clickId });
    }
    await stored(offerId, 203);
    await app.updateOffer(offerId, { events: [event('install'), event('bonus', 2)] });

    const first = await calls.preview({ filter: { offerId } });
    expect(first.items.map(({ clickId }) => clickId)).toEqual(clicks.slice(0, 200));
    expect(first).toMatchObject({ more: true, totals: { approved: 200, coins: 400 } });
    expect((await calls.commit(first)).body).toMatchObject({ replayed: 200 });
    const next = await calls.preview({ filter: { offerId } });
    expect(next.items.map(({ clickId }) => clickId)).toEqual(clicks.slice(200));
    expect(next).toMatchObject({ more: false, totals: { approved: 3, coins: 6 } });
    await calls.commit(next);
    expect(await app.balance(uid)).toBe(406);
    expect(await calls.preview({ filter: { offerId } })).toMatchObject({ items: [], more: false });
  });

  test('continues after 200 postbacks that changed nothing', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    for (let index = 0; index < 200; index += 1) await app.send(offerId, 'bonus', { click_id: newUlid(new Date()) });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'bonus', { click_id: clickId });
    await stored(offerId, 201);
    await app.updateOffer(offerId, { events: [event('install'), event('bonus', 2)] });

    const first = await calls.preview({ filter: { offerId } });
    expect(first).toMatchObject({ more: true, totals: { approved: 0, coins: 0 } });
    expect((await calls.commit(first)).body).toMatchObject({ replayed: 200 });
    const next = await calls.preview({ filter: { offerId } });
    expect(next.items.at(-1)).toMatchObject({ clickId, verdict: 'accepted', coins: 2 });
    expect((await calls.commit(next)).body).toMatchObject({ totals: { approved: 1, coins: 2 } });
    expect(await app.balance(uid)).toBe(2);
  });
});

import type { ConversionDetails, ConversionRow, ConversionStats } from '@muneem/contract/conversion-reports';
import { beforeEach, describe, expect, it } from 'vitest';
import { newUlid } from '#platform/ids/index.ts';
import { event } from '#test/builders/events.ts';
import { createSmartPollApp } from './smart-poll-app.ts';

const MINUTE = 60_000;

const app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });

describe('the smart poll', () => {
  beforeEach(() => app.emptyQueue());

  const install = { body: { events: [{ name: 'install', occurredAt: '2026-11-02T05:59:00Z' }] } };

  // covers 001-1.9
  it('credits a missed event once, on the same path as a postback, and stores the answer', async () => {
    const offerId = await app.polledOffer({ title: 'Lost postback' });
    const { uid, clickId } = await app.newVisit(offerId);
    app.network.says(clickId, { body: { events: [{ name: 'INSTALL', occurredAt: '2026-11-02T05:59:00Z' }], ref: 7 } });

    const first = await app.force();
    expect(first).toMatchObject({
      success: true,
      message: 'Smart poll completed: 1 click checked, 1 missed event recovered, 100 coins credited.',
      run: { kind: 'force', status: 'completed', clicks: 1, asked: 1, failed: 0, events: 1, recovered: 1, coins: 100 },
    });
    expect(await app.balance(uid)).toBe(100);
    const rows = await app.rows(
      `select source, status, event_key, smart_poll_data, conversion_ip from conversions where click_id = $1`,
      [clickId],
    );
    expect(rows).toEqual([
      {
        source: 'smart_poll',
        status: 'approved',
        eventKey: 'install',
        smartPollData: { events: [{ name: 'INSTALL', occurredAt: '2026-11-02T05:59:00Z' }], ref: 7 },
        conversionIp: null,
      },
    ]);

    const second = await app.force();
    expect(second.run).toMatchObject({ asked: 1, recovered: 0, coins: 0 });
    expect(await app.balance(uid)).toBe(100);
  });

  // covers 001-3.18
  it('reports its conversion with the source smart_poll and the answer as smartPollData', async () => {
    const clickId = await app.click(await app.polledOffer(), await app.newUser());
    const answer = { events: ['install'], campaign: { id: 9 } };
    app.network.says(clickId, { body: answer });
    const get = async <Body>(path: string): Promise<Body> =>
      (await app.call('GET', `/api/conversion-reports${path}`)).body;
    const count = async () =>
      (await get<{ stats: ConversionStats }>('/stats?source=smart_poll')).stats.smartPollConversions;
    const before = await count();
    await app.force();
    expect(await count()).toBe(before + 1);
    const { conversions } = await get<{ conversions: ConversionRow[] }>('?source=smart_poll&limit=1');
    expect(conversions).toMatchObject([{ clickId, event: 'install', conversionSource: 'smart_poll' }]);
    const { conversion } = await get<{ conversion: ConversionDetails }>(`/${conversions[0]?.conversionId}`);
    expect(conversion).toMatchObject({ conversionSource: 'smart_poll', smartPollData: answer, externalData: null });
  });

  it('never pays an event twice, whether its postback comes before or after', async () => {
    const offerId = await app.polledOffer();
    const { uid, clickId } = await app.newVisit(offerId);
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('accepted');
    app.network.says(clickId, { body: { events: ['default', 'deposit'] } });
    const { run } = await app.force();
    expect(run).toMatchObject({ events: 2, recovered: 1, coins: 12 });
    expect((await app.send(offerId, 'deposit', { click_id: clickId })).body).toMatchObject({
      code: 'duplicate',
      duplicate: true,
    });
    expect(await app.balance(uid)).toBe(112);
    expect((await app.conversionsOf(clickId)).map(({ eventKey }) => eventKey)).toEqual(['install', 'deposit']);
  });

  // covers 001-7.27 001-9.7
  it('polls only clicks that are at least 3 minutes old, unless forced', async () => {
    const offerId = await app.polledOffer();
    const young = await app.click(offerId, await app.newUser());
    expect((await app.run()).run.clicks).toBe(0);
    app.clock.advance(3 * MINUTE - 1);
    expect((await app.run()).message).toBe('Smart poll completed: no click has a pending event.');
    expect((await app.force()).run.clicks).toBe(1);
    app.clock.advance(1);
    expect((await app.run()).run.clicks).toBe(1);
    expect(app.network.asked).toEqual([young, young]);
  });

  // covers 001-9.9
  it('polls at most 50 clicks a run, oldest first, and moves polled ones to the end of the queue', async () => {
    const offers = [await app.polledOffer(), await app.polledOffer()];
    const clicks: string[] = [];
    for (let index = 0; index < 53; index += 1) {
      clicks.push(await app.click(offers[index % 2] as string));
      app.clock.advance(10);
    }
    app.clock.advance(3 * MINUTE);
    expect((await app.run()).run).toMatchObject({ clicks: 50, asked: 50 });
    expect([...app.network.asked].sort()).toEqual(clicks.slice(0, 50));
    app.network.asked.length = 0;
    app.clock.advance(MINUTE);
    const { run } = await app.run();
    expect(run.clicks).toBe(50);
    // The three clicks that were not polled come first. The rest follow in the order of their last poll.
    expect(app.network.asked).toEqual(expect.arrayContaining(clicks.slice(50)));
    expect(app.network.asked).toHaveLength(50);
    expect(new Set(app.network.asked).size).toBe(50);
  });

  it('polls a click of the platform API without a visit, because a postback would count', async () => {
    const offerId = await app.polledOffer();
    const uid = await app.newUser();
    const clickId = await app.preparedClick(offerId, uid);
    app.network.says(clickId, install);
    expect((await app.force()).run.recovered).toBe(1);
    expect(await app.balance(uid)).toBe(100);
  });

  // covers 001-9.7
  it('skips offers without a status URL, inactive or deleted offers, and clicks that are paid or complete', async () => {
    const silent = await app.createOffer();
    const paused = await app.polledOffer();
    const deleted = await app.polledOffer();
    const offerId = await app.polledOffer();
    await app.click(silent);
    await app.click(paused);
    await app.click(deleted);
    const complete = await app.click(offerId, await app.newUser());
    for (const event of ['install', 'deposit']) await app.send(offerId, event, { click_id: complete });
    const paid = await app.click(offerId, await app.newUser());
    await app.must('POST', '/api/mark-click-paid', { clickId: paid });
    await app.updateOffer(paused, { pollUrl: app.network.pollUrl, isActive: false });
    expect((await app.call('DELETE', `/api/offers/${deleted}`)).status).toBe(200);
    expect((await app.force()).run.clicks).toBe(0);
    expect(app.network.asked).toEqual([]);
  });

  // covers 001-9.7
  it('polls for an optional event of a completed click', async () => {
    const offerId = await app.polledOffer({
      events: [event('install', 5), event('bonus', 7, { isRequired: false })],
    });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    expect(await app.rows('select status from clicks where id = $1', [clickId])).toEqual([{ status: 'completed' }]);
    app.network.says(clickId, { body: { event: 'bonus' } });
    expect((await app.force()).run).toMatchObject({ clicks: 1, recovered: 1, coins: 7 });
    expect((await app.force()).run.clicks).toBe(0);
    expect(await app.balance(uid)).toBe(12);
  });

  it('polls completed clicks again when the offer gets a new event', async () => {
    const event = { eventPayout: 5, eventCap: 1000, isRequired: true, description: '' };
    const offerId = await app.polledOffer({ events: [{ eventName: 'install', ...event }] });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    // Older than the period that each run reads again.
    app.clock.advance(10 * MINUTE);
    expect((await app.force()).run.clicks).toBe(0);
    await app.updateOffer(offerId, {
      pollUrl: app.network.pollUrl,
      events: [
        { eventName: 'install', ...event },
        { eventName: 'register', ...event },
      ],
    });
    app.network.says(clickId, { body: { events: ['install', 'register'] } });
    expect((await app.force()).run).toMatchObject({ clicks: 1, recovered: 1, coins: 5 });
    expect(await app.balance(uid)).toBe(10);
  });

  it('polls clicks that were made before the offer had a status URL', async () => {
    const offerId = await app.createOffer();
    const { uid, clickId } = await app.newVisit(offerId);
    app.clock.advance(60 * MINUTE);
    expect((await app.force()).run.clicks).toBe(0);
    await app.updateOffer(offerId, { pollUrl: app.network.pollUrl });
    app.network.says(clickId, install);
    expect((await app.run()).run.recovered).toBe(1);
    expect(await app.balance(uid)).toBe(100);
  });

  it('backfills a long history in portions, oldest first', async () => {
    const offerId = await app.polledOffer();
    const made = Array.from({ length: 1_300 }, (_, index) => {
      const at = new Date(app.clock.now().getTime() - 5 * 86_400_000 + index * 1_000);
      return { id: newUlid(at), at };
    });
    await app.rows(
      `insert into clicks (id, created_at, offer_id, status)
       select id, at, $3, 'clicked' from unnest($1::text[], $2::timestamptz[]) as c (id, at)`,
      [made.map(({ id }) => id), made.map(({ at }) => at), offerId],
    );
    const ids = made.map(({ id }) => id);
    for (let from = 0; from < 200; from += 50) {
      app.network.asked.length = 0;
      expect((await app.run()).run.clicks).toBe(50);
      expect([...app.network.asked].sort()).toEqual(ids.slice(from, from + 50));
    }
    // Marks all but the newest as answered.
    await app.rows(`update clicks set status = 'failed' where id = any ($1)`, [ids.slice(0, 1_290)]);
    app.network.asked.length = 0;
    for (let turn = 0; turn < 3; turn += 1) await app.run();
    expect(new Set(app.network.asked)).toEqual(new Set(ids.slice(1_290)));
  });
});

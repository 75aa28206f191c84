import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { event } from '#test/builders/events.ts';
import { createSmartPollApp, eventually } from './smart-poll-app.ts';

const app = await createSmartPollApp();

describe('smart poll races', () => {
  const ledgerIsBalanced = async (): Promise<void> => {
    const [row] = await app.database.query<{ wrong: number }>(sql`
      select count(*) as wrong from wallets w
      where w.balance <> (select coalesce(sum(p.amount), 0) from postings p where p.account = 'wallet' and p.user_id = w.user_id)`);
    expect(row?.wrong).toBe(0);
  };

  // covers own-6.3
  it('pays each event once when postbacks for the same events race', async () => {
    const offerId = await app.polledOffer();
    const people = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const { uid, clickId } = await app.newVisit(offerId);
        app.network.says(clickId, { body: { events: ['install'] } });
        return { uid, clickId };
      }),
    );
    const held = app.network.hold();
    const forced = app.force();
    await eventually(() => held.waiting()).toBe(25);
    const postbacks = people.flatMap(({ clickId }) => [
      app.send(offerId, 'install', { click_id: clickId }),
      app.send(offerId, 'default', { click_id: clickId }),
    ]);
    held.letGo();
    const [{ run }, answers] = await Promise.all([forced, Promise.all(postbacks)]);
    const byPostback = answers.filter(({ body }) => body.code === 'accepted').length;
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(run.recovered + byPostback).toBe(25);
    for (const { uid } of people) expect(await app.balance(uid)).toBe(100);
    expect(
      await app.rows(
        'select count(*)::int as n, count(distinct click_id)::int as clicks from conversions where offer_id = $1',
        [offerId],
      ),
    ).toEqual([{ n: 25, clicks: 25 }]);
    await ledgerIsBalanced();
  });

  it('does not approve a conversion that the network reported as pending', async () => {
    const offerId = await app.polledOffer();
    const { uid, clickId } = await app.newVisit(offerId);
    app.network.says(clickId, { body: { events: ['install'] } });
    await app.send(offerId, 'install', { click_id: clickId, status: 'pending' });
    expect((await app.force()).run.recovered).toBe(0);
    expect(await app.balance(uid)).toBe(0);
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('accepted');
    expect(await app.balance(uid)).toBe(100);
  });

  it('pays a click once when a manual payment races', async () => {
    const offerId = await app.polledOffer({
      events: [event('install', 250)],
    });
    const people = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { uid, clickId } = await app.newVisit(offerId);
        app.network.says(clickId, { body: { event: 'install' } });
        return { uid, clickId };
      }),
    );
    const held = app.network.hold();
    const forced = app.force();
    await eventually(() => held.waiting()).toBeGreaterThanOrEqual(10);
    const byHand = people.map(({ clickId }) => app.call('POST', '/api/mark-click-paid', { clickId }, app.session));
    held.letGo();
    await Promise.all([forced, ...byHand]);
    for (const { uid } of people) expect(await app.balance(uid)).toBe(250);
    await ledgerIsBalanced();
  });

  it('keeps the cap exact when postbacks use it up meanwhile', async () => {
    const offerId = await app.polledOffer({
      events: [event('install', 10, { eventCap: 7 })],
    });
    const uid = await app.newUser();
    const polled: string[] = [];
    for (let index = 0; index < 15; index += 1) polled.push(await app.click(offerId, uid));
    const posted = await Promise.all(Array.from({ length: 15 }, () => app.click(offerId, uid)));
    for (const clickId of polled) app.network.says(clickId, { body: { event: 'install' } });
    const held = app.network.hold();
    const forced = app.force();
    await eventually(() => held.waiting()).toBeGreaterThanOrEqual(30);
    const postbacks = posted.map((clickId) => app.send(offerId, 'install', { click_id: clickId }));
    held.letGo();
    const [{ run }] = await Promise.all([forced, ...postbacks]);
    expect(await app.balance(uid)).toBe(70);
    const polls = (await app.runInFull(run._id)).polls.filter(({ clickId }) => polled.includes(clickId));
    const others = polls.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'recovered');
    expect(new Set(others)).toEqual(new Set(['recorded_unpaid']));
    expect(
      await app.rows(
        `select status, count(*)::int as n from conversions where offer_id = $1 group by status order by status`,
        [offerId],
      ),
    ).toEqual([
      { status: 'approved', n: 7 },
      { status: 'cutbacked', n: 23 },
    ]);
    await ledgerIsBalanced();
  });

  // covers 001-3.17 001-9.8
  it('calls 50 clicks in parallel, and finishes slow or silent answers within one run', async () => {
    const slow = await createSmartPollApp();
    const offerId = await slow.polledOffer();
    const uid = await slow.newUser();
    const clicks = await Promise.all(Array.from({ length: 50 }, () => slow.click(offerId, uid)));
    clicks.forEach((clickId, index) =>
      slow.network.says(clickId, index % 10 === 0 ? 'hang' : { body: { event: 'install' } }),
    );
    const held = slow.network.hold();
    const forced = slow.force();
    await eventually(() => held.waiting()).toBe(45);
    await eventually(() => slow.network.mostOpen()).toBe(50);
    held.letGo();
    const { run } = await forced;
    expect(run).toMatchObject({ status: 'completed', clicks: 50, asked: 50, recovered: 45, failed: 5 });
    const { polls } = await slow.runInFull(run._id);
    const late = polls.filter(({ outcome }) => outcome === 'timeout');
    expect(late).toHaveLength(5);
    for (const { ms } of late) {
      expect(ms).toBeGreaterThan(9_900);
      expect(ms).toBeLessThan(25_000);
    }
    // Below the two minutes until the next run. One after another, fifty timeouts of ten seconds would take longer.
    expect(Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt)).toBeLessThan(120_000);
    await slow.close();
  });
});

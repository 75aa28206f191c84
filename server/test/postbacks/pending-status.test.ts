import { describe, expect, test } from 'vitest';
import { postbackInput } from '#test/custom-postbacks/delivery-app.ts';
import { createPostbackApp } from './postback-app.ts';
import { event } from '#test/builders/events.ts';
import { replayCalls } from './replay-calls.ts';

const app = await createPostbackApp({}, { now: '2026-11-21T06:00:00.000Z' });

async function visit(more: object = {}) {
  const offerId = await app.createOffer({ events: [event('install', 30, { eventCap: 1 })], ...more });
  const { uid, clickId } = await app.newVisit(offerId);
  return {
    offerId,
    uid,
    clickId,
    send: async (query: Record<string, string> = {}) =>
      (await app.send(offerId, 'install', { click_id: clickId, ...query })).body,
  };
}

const counts = (offerId: string) =>
  app.rows(
    `select (select json_object_agg(status, n) from (select status, sum(conversions)::int as n from conversion_changes
        where offer_id = o.id group by 1 having sum(conversions) <> 0) r) as sums,
      (select coalesce(sum(approved), 0)::int from event_day_counts d join offer_events e on e.id = d.event_id
        where e.offer_id = o.id) as approved,
      (select count(*)::int from postback_deliveries d join custom_postbacks p on p.id = d.custom_postback_id
        where p.offer_id = o.id) as calls,
      completed_count from offers o where id = $1`,
    [offerId],
  );

describe('a postback whose status is pending', () => {
  test('creates a pending conversion without any effect, and a later approval pays it once', async () => {
    const { offerId, uid, clickId, send } = await visit();
    const { postback } = await app.must('POST', `/api/offers/${offerId}/custom-postbacks`, postbackInput());
    await app.must('PATCH', `/api/custom-postbacks/${postback._id}/toggle`, { status: 'active' });
    const first = await send({ status: 'pending' });
    expect(first).toMatchObject({ success: true, code: 'pending', status: 'pending', duplicate: false });
    expect((await send({ status: 'Hold' })).code).toBe('duplicate');
    expect(await app.conversionsOf(clickId)).toMatchObject([
      { status: 'pending', reason: 'The network has not approved the event yet (status=pending).', rewardCoins: 0 },
    ]);
    expect(await app.rows('select status from clicks where id = $1', [clickId])).toEqual([{ status: 'in_progress' }]);
    expect(await counts(offerId)).toMatchObject([{ sums: { pending: 1 }, approved: 0, calls: 0, completedCount: 0 }]);

    // The approval comes a day later, but the conversion counts on the day of the event.
    app.clock.advance(86_400_000);
    const approvals = await Promise.all(['approved', 'ok', '1', 'approved'].map((status) => send({ status })));
    expect(approvals.map(({ code }) => code).toSorted()).toEqual(['accepted', ...Array<string>(3).fill('duplicate')]);
    expect(new Set(approvals.map(({ conversionId }) => conversionId))).toEqual(new Set([first.conversionId]));
    expect(await app.balance(uid)).toBe(30);
    expect(await app.conversionsOf(clickId)).toMatchObject([{ status: 'approved', reason: null, rewardCoins: 30 }]);
    expect(await app.rows('select status from clicks where id = $1', [clickId])).toEqual([{ status: 'completed' }]);
    expect(await counts(offerId)).toMatchObject([{ sums: { approved: 1 }, approved: 1, calls: 1, completedCount: 1 }]);
  });

  test('is approved once when several approvals race', async () => {
    // A cap of 1 would hide a second approval.
    const events = [event('install', 30)];
    const visits = await Promise.all(Array.from({ length: 4 }, () => visit({ events })));
    for (const { send, uid, offerId } of visits) {
      const answers = await Promise.all(
        ['pending', 'approved', 'pending', 'approved'].map((status) => send({ status })),
      );
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['accepted', 'contradiction', 'duplicate', 'pending']);
      expect(new Set(answers.map(({ conversionId }) => conversionId)).size).toBe(1);
      expect(await app.balance(uid)).toBe(30);
      expect(await counts(offerId)).toMatchObject([{ sums: { approved: 1 }, approved: 1 }]);
    }
  });

  test('is paid once when its approvals race with a manual payment', async () => {
    for (let i = 0; i < 3; i += 1) {
      const { uid, clickId, offerId, send } = await visit();
      await send({ status: 'pending' });
      const payload = { clickId, userId: uid, coins: 250 };
      const pay = () => app.call('POST', '/api/mark-click-paid', payload);
      const [byHand, ...answers] = await Promise.all([pay(), send(), send({ status: 'approved' })]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['accepted', 'duplicate']);
      expect(await app.balance(uid)).toBe(byHand.status === 200 ? 250 : 30);
      expect(await counts(offerId)).toMatchObject([{ approved: 1, completedCount: 1 }]);
    }
  });

  test('is not paid after a reversal or a manual payment of its click', async () => {
    const reversed = await visit();
    await reversed.send({ status: 'pending' });
    expect((await reversed.send({ status: 'rejected' })).code).toBe('reversed');
    expect((await reversed.send()).code).toBe('duplicate');
    expect(await counts(reversed.offerId)).toMatchObject([{ sums: { rejected: 1 }, approved: 0 }]);

    const byHand = await visit();
    await byHand.send({ status: 'pending' });
    await app.must('POST', '/api/mark-click-paid', { clickId: byHand.clickId, userId: byHand.uid, coins: 250 });
    expect((await byHand.send()).code).toBe('accepted');
    expect([await app.balance(reversed.uid), await app.balance(byHand.uid)]).toEqual([0, 250]);
  });

  test('waits for review when the offer is inactive at its approval', async () => {
    const { offerId, uid, clickId, send } = await visit();
    await send({ status: 'pending' });
    await app.updateOffer(offerId, { events: [event('install', 30)], isActive: false });
    expect((await send()).code).toBe('offer_inactive');
    expect((await send()).code).toBe('duplicate');
    expect(await app.conversionsOf(clickId)).toMatchObject([
      { status: 'pending', reason: 'The offer was not active.' },
    ]);
    await app.updateOffer(offerId, { events: [event('install', 30)], isActive: true });
    const calls = replayCalls(app);
    const shown = await calls.preview({ filter: { offerId } });
    expect(shown.items.map(({ verdict }) => verdict)).toEqual(['accepted']);
    expect((await calls.commit(shown)).body).toMatchObject({ replayed: 1 });
    expect(await app.balance(uid)).toBe(30);
    expect(await counts(offerId)).toMatchObject([{ sums: { approved: 1 } }]);
  });
});

import { describe, expect, test } from 'vitest';
import type { LoggedPostbackDetails } from '@muneem/contract/postbacks';
import { openAdminSession } from '#test/admin-session.ts';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from './postback-app.ts';
import { replayCalls } from './replay-calls.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' }, { now: '2026-11-21T06:00:00.000Z' });
const { headers } = await openAdminSession(app, 'replayer@example.com');
const { preview, commit, log, logged } = replayCalls(app, { headers });

const post = (url: string, payload: object) => app.http.fastify.inject({ method: 'POST', url, headers, payload });
const sums = (offerId: string) =>
  app.rows(
    'select status, sum(conversions)::int as n, sum(coins)::int as coins from conversion_changes where offer_id = $1 group by 1 having sum(conversions) <> 0 order by 1',
    [offerId],
  );

describe('a replay', () => {
  test('previews, then pays once, a postback for an event that was added later', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const uids = [await app.newUser(), await app.newUser()];
    const clicks = [await app.click(offerId, uids[0]), await app.click(offerId, uids[1])];
    for (const clickId of clicks) await app.send(offerId, 'level5', { click_id: clickId });
    await app.send(offerId, 'level5', { click_id: clicks[0] ?? '' });
    await logged({ offerId, verdict: 'event_unknown' }, 3);
    await app.updateOffer(offerId, { events: [event('install'), event('level5', 30.5)] });

    const shown = await preview({ filter: { offerId, event: 'level5', startDate: '2026-11-21' } });
    expect(
      shown.items.map(({ clickId, verdictBefore, verdict, coins, payout }) => [
        clickId,
        verdictBefore,
        verdict,
        coins,
        payout,
      ]),
    ).toEqual([
      [clicks[0], 'event_unknown', 'accepted', 30, 30],
      [clicks[1], 'event_unknown', 'accepted', 30, 30],
      [clicks[0], 'event_unknown', 'duplicate', 0, 0],
    ]);
    expect(shown).toMatchObject({ totals: { approved: 2, coins: 60, payout: 60 }, more: false, skipped: [] });
    expect(await app.conversionsOf(clicks[0] ?? '')).toEqual([]);

    const answers = await Promise.all([commit(shown), commit(shown), commit(shown)]);
    const done = answers.map((answer) => answer.body);
    expect(done.map(({ success }) => success)).toEqual([true, true, true]);
    expect(done.filter(({ repeated }) => !repeated)).toMatchObject([
      { replayed: 3, totals: { approved: 2, coins: 60, payout: 60 } },
    ]);
    expect([await app.balance(uids[0] ?? ''), await app.balance(uids[1] ?? '')]).toEqual([30, 30]);
    expect(await app.conversionsOf(clicks[0] ?? '')).toMatchObject([{ eventKey: 'level5', status: 'approved' }]);
    expect((await commit(shown)).body).toMatchObject({ repeated: true, replayed: 0 });
    const again = await preview({ filter: { offerId } });
    expect(again.items).toEqual([]);
    const [line] = await log({ clickId: clicks[1] ?? '' });
    const one = await app.call<{ postback: LoggedPostbackDetails }>(
      'GET',
      `/api/inbound-postbacks/${line?._id}`,
      undefined,
      { headers },
    );
    expect(one.body.postback.replays).toMatchObject([
      { by: 'replayer@example.com', verdict: 'accepted', replayedAt: '2026-11-21T06:00:00.000Z' },
    ]);
    const audit = await app.rows("select actor_name, after from audit_log where action = 'postbacks.replay'");
    expect(audit).toMatchObject([{ actorName: 'replayer@example.com', after: { approved: 2, coins: 60, payout: 60 } }]);
  });

  test('approves conversions that waited for an inactive offer, within the cap of their day', async () => {
    const offerId = await app.createOffer({ events: [event('install', 20, { eventCap: 2 })] });
    const code = `P${crypto.randomUUID().slice(0, 10)}`;
    const boss = await app.newUser({ referralCode: code });
    const uids = await Promise.all([1, 2, 3].map(() => app.newUser({ usedReferralCode: code })));
    const clicks = await Promise.all(uids.map((uid) => app.click(offerId, uid)));
    await app.updateOffer(offerId, { events: [event('install', 20, { eventCap: 2 })], isActive: false });
    for (const clickId of clicks) await app.send(offerId, 'install', { click_id: clickId });
    expect(await sums(offerId)).toEqual([{ status: 'pending', n: 3, coins: 0 }]);
    const off = await preview({ filter: { offerId } });
    expect(off.items.map(({ verdict }) => verdict)).toEqual(['duplicate', 'duplicate', 'duplicate']);
    await app.updateOffer(offerId, { events: [event('install', 20, { eventCap: 2 })], isActive: true });

    const shown = await preview({ filter: { offerId, verdict: 'offer_inactive' } });
    expect(shown.items.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'over_cap']);
    expect(shown.totals).toEqual({ approved: 2, coins: 44, payout: 44 });
    expect((await commit(shown)).status).toBe(200);
    const rows = await app.rows(
      'select status, reward_coins, approved_at is not null as approved from conversions where offer_id = $1 order by id',
      [offerId],
    );
    expect(rows).toEqual([
      { status: 'approved', rewardCoins: 20, approved: true },
      { status: 'approved', rewardCoins: 20, approved: true },
      { status: 'cutbacked', rewardCoins: 0, approved: false },
    ]);
    expect(await sums(offerId)).toEqual([
      { status: 'approved', n: 2, coins: 44 },
      { status: 'cutbacked', n: 1, coins: 0 },
    ]);
    expect(await app.balance(boss)).toBe(4);
    expect(await app.rows('select status from clicks where id = $1', [clicks[0]])).toEqual([{ status: 'completed' }]);
    expect((await app.send(offerId, 'install', { click_id: clicks[0] ?? '' })).body.code).toBe('duplicate');
  });

  test('changes nothing when the outcome would differ from the preview', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const clickId = await app.click(offerId, await app.newUser());
    await app.send(offerId, 'bonus', { click_id: clickId });
    await logged({ offerId }, 1);
    await app.updateOffer(offerId, { events: [event('install'), event('bonus', 5)] });
    const shown = await preview({ filter: { offerId } });
    await app.updateOffer(offerId, { events: [event('install'), event('bonus', 6)] });
    const late = await commit(shown);
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await app.conversionsOf(clickId)).toEqual([]);
    const renewed = await preview({ ids: shown.items.map(({ _id }) => _id) });
    expect(renewed.totals.coins).toBe(6);
    await app.send(offerId, 'bonus', { click_id: clickId });
    expect((await commit(renewed)).status).toBe(409);
    const forged = await post('/api/inbound-postbacks/replay', { ids: [shown.items[0]?._id], digest: 'f'.repeat(32) });
    expect(forged.statusCode).toBe(409);
    expect(
      await app.rows(
        'select 1 from postback_replays r join postback_log l on l.id = r.postback_id where l.offer_id = $1',
        [offerId],
      ),
    ).toEqual([]);
  });

  test('skips forged, decided and missing postbacks', async () => {
    const offerId = await app.createOffer({ events: [event('install', 20, { eventCap: 1 })], ipBlock: 'inactive' });
    const [a, b] = [await app.click(offerId, await app.newUser()), await app.click(offerId, await app.newUser())];
    await app.send(offerId, 'install', { click_id: a, token: 'wrong' });
    await app.send(offerId, 'install', { click_id: a });
    await app.send(offerId, 'install', { click_id: b });
    await app.send(offerId, 'install', {});
    const rows = await logged({ offerId }, 4);
    const shown = await preview({ ids: [...rows.map(({ _id }) => _id), '01ARZ3NDEKTSV4RRFFQ69G5FAV'] });
    expect(shown.items.map(({ verdictBefore, verdict }) => [verdictBefore, verdict])).toEqual([
      ['click_missing', 'click_missing'],
    ]);
    expect(shown.skipped).toHaveLength(4);
    expect(shown.skipped.map(({ reason }) => reason)).toContain(
      'Its token was invalid, so the sender may not be the network.',
    );
    expect(rows.filter(({ replayable }) => replayable).map(({ verdict }) => verdict)).toEqual(['click_missing']);
  });

  test('never applies the token of one offer to the click of another, also in the short form', async () => {
    const [own, other] = [
      await app.createOffer({ postbackToken: 'own-token-replayed' }),
      await app.createOffer({ events: [event('install')] }),
    ];
    const { uid, clickId } = await app.newVisit(other);
    const query = `event=install&token=own-token-replayed&ref=${clickId}`;
    for (const path of ['/postback', '/postback/']) await app.http.fastify.inject(`${path}?${query}`);
    await app.http.fastify.inject(`/postback/${own}/install?token=own-token-replayed&ref=${clickId}`);
    await app.updateOffer(other, { events: [event('install')], customClickIdParams: ['ref'] });
    await app.logged(clickId).toEqual(['click_missing', 'click_missing', 'click_missing']);
    const rows = await app.rows<{ id: string; url: string }>(
      "select id, url from postback_log where url like '%' || $1 || '%' order by id",
      [clickId],
    );
    const shown = await preview({ ids: rows.map(({ id }) => id) });
    expect(shown.items.map(({ _id }) => rows.find(({ id }) => id === _id)?.url.split('?')[0])).toEqual([
      `/postback/${own}/install`,
    ]);
    expect(shown.totals).toMatchObject({ approved: 0, coins: 0 });
    expect(await app.balance(uid)).toBe(0);
  });

  test('finds the click by a parameter added later, and applies the current allow-list', async () => {
    const offerId = await app.createOffer({ events: [event('install')] });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { sub_id: clickId }, { remoteAddress: '203.0.113.9' });
    await logged({ offerId }, 1);
    const list = { ipWhitelistSwitch: 'active', ipWhitelist: '198.51.100.1' };
    await app.updateOffer(offerId, { events: [event('install')], customClickIdParams: ['sub_id'], ...list });
    expect((await preview({ filter: { offerId } })).items).toMatchObject([{ verdict: 'ip_not_allowed', coins: 0 }]);
    const refused = await app.click(offerId, uid);
    expect((await app.send(offerId, 'install', { click_id: refused })).status).toBe(403);
    await app.send(await app.createOffer(), 'install', { click_id: refused });
    await expect
      .poll(async () => (await log({ clickId: refused })).map(({ verdict, replayable }) => [verdict, replayable]))
      .toEqual([
        ['offer_mismatch', true],
        ['ip_not_allowed', true],
      ]);
    await app.updateOffer(offerId, {
      events: [event('install')],
      customClickIdParams: ['sub_id'],
      ipWhitelistSwitch: 'inactive',
    });
    const shown = await preview({ filter: { offerId } });
    expect(shown.items).toMatchObject([
      { verdict: 'accepted', clickId },
      { verdict: 'accepted', clickId: refused, verdictBefore: 'ip_not_allowed' },
      { verdict: 'offer_mismatch', clickId: refused },
    ]);
    await commit(shown);
    expect(await app.balance(uid)).toBe(40);
  });

  test('requires a list of postbacks or a filter, and limits their number', async () => {
    const status = async (payload: object) => (await post('/api/inbound-postbacks/replay-preview', payload)).statusCode;
    expect(await status({})).toBe(400);
    expect(await status({ ids: [], filter: {} })).toBe(400);
    expect(await status({ ids: Array.from({ length: 201 }, () => 'x') })).toBe(400);
    expect(await status({ ids: ['not an id'] })).toBe(200);
  });
});

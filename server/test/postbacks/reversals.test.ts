import { describe, expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { platformCaller } from '#test/test-app.ts';
import { createPostbackApp } from './postback-app.ts';

const NOW = '2026-11-21T12:00:00Z';
const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' }, { now: NOW });

const reverse = (offerId: string, clickId: string, name = 'install') =>
  app.send(offerId, name, { click_id: clickId, reversed: '1' });
const statusOf = async (clickId: string) => (await app.conversionsOf(clickId)).map(({ status }) => status);
const sums = (offerId: string) =>
  app.rows(
    `select status, sum(conversions)::int as n, sum(coins)::int as coins, sum(total_payout_paise)::int as paise
     from conversion_changes where offer_id = $1 group by status
     having sum(conversions) <> 0 or sum(coins) <> 0 or sum(total_payout_paise) <> 0 order by status`,
    [offerId],
  );
const dayCounts = (offerId: string) =>
  app.rows('select approved from event_day_counts d join offer_events e on e.id = d.event_id where e.offer_id = $1', [
    offerId,
  ]);
/** Withdraws coins through the platform API. */
const withdraw = (uid: string, coins: number) =>
  app.http.fastify.inject({
    method: 'POST',
    url: '/api/platform/withdrawals',
    ...platformCaller(),
    payload: { uid, coins, paymentMethod: { type: 'upi', upiId: 'asha@okicici' } },
  });
const credits = (clickId: string) =>
  app.rows(
    `select c.kind, c.coins, c.status from reversed_credits c join conversion_reversals r using (conversion_id)
     where r.click_id = $1 order by c.journal_id`,
    [clickId],
  );

describe('a reversal', () => {
  test('takes the coins of user and referrer back once, and rejects the conversion with the reason', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    const code = `R${crypto.randomUUID().slice(0, 10)}`;
    const [boss, uid] = [await app.newUser({ referralCode: code }), await app.newUser({ usedReferralCode: code })];
    const clickId = await app.click(offerId, uid);
    const paid = await app.send(offerId, 'install', { click_id: clickId });
    expect([await app.balance(uid), await app.balance(boss)]).toEqual([100, 10]);

    const first = await reverse(offerId, clickId);
    expect(first).toMatchObject({ status: 200 });
    expect(first.body).toEqual({
      success: true,
      code: 'reversed',
      message: 'The conversion was reversed.',
      conversionId: paid.body.conversionId,
      duplicate: false,
      status: 'rejected',
    });
    expect([await app.balance(uid), await app.balance(boss)]).toEqual([0, 0]);
    expect(await app.conversionsOf(clickId)).toMatchObject([{ status: 'rejected', rewardCoins: 0 }]);
    expect(await app.rows('select reason from conversions where click_id = $1', [clickId])).toEqual([
      { reason: 'Reversed by the network (reversed=1).' },
    ]);
    expect(await sums(offerId)).toEqual([{ status: 'rejected', n: 1, coins: 0, paise: 0 }]);

    const again = await Promise.all([1, 2, 3, 4].map(() => reverse(offerId, clickId)));
    expect(again.map(({ body }) => [body.code, body.duplicate])).toEqual(Array(4).fill(['reversed', true]));
    expect([await app.balance(uid), await app.balance(boss)]).toEqual([0, 0]);
    const journals = await app.rows(
      "select kind, reverses is not null as undoes from journals where key like '%' || $1 || '%' order by id",
      [clickId],
    );
    expect(journals.map(({ kind }) => kind).toSorted()).toEqual(['referral', 'reversal', 'reversal', 'reward']);
    await app.logged(clickId).toEqual(['accepted', ...Array<string>(5).fill('reversed')]);
  });

  test('prevents the payment of a conversion that comes later', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    const { uid, clickId } = await app.newVisit(offerId);
    const first = await reverse(offerId, clickId);
    expect(first.body).toMatchObject({ code: 'reversed', duplicate: false, status: 'rejected' });
    const late = await app.send(offerId, 'install', { click_id: clickId });
    expect(late.body).toMatchObject({ code: 'duplicate', conversionId: first.body.conversionId });
    expect(await app.balance(uid)).toBe(0);
    expect((await reverse(offerId, clickId)).body).toMatchObject({ duplicate: true });
    expect(await sums(offerId)).toEqual([{ status: 'rejected', n: 1, coins: 0, paise: 0 }]);
  });

  test('leaves one conversion and no coins when it races with its postback', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    for (let round = 0; round < 8; round += 1) {
      const { uid, clickId } = await app.newVisit(offerId);
      const calls = [() => app.send(offerId, 'install', { click_id: clickId }), () => reverse(offerId, clickId)];
      await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      expect(await statusOf(clickId)).toEqual(['rejected']);
      expect(await app.balance(uid)).toBe(0);
    }
  });

  test('affects only its own event, and needs the same token and sender as any postback', async () => {
    const offerId = await app.createOffer({
      events: [event('install', 100), event('deposit', 30)],
      ipWhitelistSwitch: 'active',
      ipWhitelist: '127.0.0.1',
    });
    const { uid, clickId } = await app.newVisit(offerId);
    for (const name of ['install', 'deposit']) await app.send(offerId, name, { click_id: clickId });
    const wrong = await app.send(offerId, 'deposit', { click_id: clickId, reversed: '1', token: 'wrong' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'bad_token']);
    const stranger = await app.send(
      offerId,
      'deposit',
      { click_id: clickId, reversed: '1' },
      { remoteAddress: '198.51.100.9' },
    );
    expect(stranger.status).toBe(403);
    expect((await reverse(offerId, clickId, 'order')).body.code).toBe('reversed');
    expect(await app.conversionsOf(clickId)).toMatchObject([
      { eventKey: 'install', status: 'approved' },
      { eventKey: 'deposit', status: 'rejected' },
    ]);
    expect(await app.balance(uid)).toBe(100);
    expect((await reverse(offerId, clickId, 'teleport')).body.code).toBe('event_unknown');
    expect((await reverse(offerId, '01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404);
  });

  test('frees the place under the daily cap and the IP address', async () => {
    const offerId = await app.createOffer({ events: [event('install', 10, { eventCap: 1 })], ipBlock: 'active' });
    const [a, b, c] = [await app.newVisit(offerId), await app.newVisit(offerId), await app.newVisit(offerId)];
    expect((await app.send(offerId, 'install', { click_id: a.clickId })).body.code).toBe('accepted');
    await reverse(offerId, a.clickId);
    expect(await dayCounts(offerId)).toEqual([{ approved: 0 }]);
    expect((await app.send(offerId, 'install', { click_id: b.clickId })).body.code).toBe('accepted');
    expect(['over_cap', 'ip_blocked']).toContain(
      (await app.send(offerId, 'install', { click_id: c.clickId })).body.code,
    );
    expect([await app.balance(a.uid), await app.balance(b.uid), await app.balance(c.uid)]).toEqual([0, 10, 0]);
  });

  test('rejects a conversion over the cap or under review without moving coins', async () => {
    const offerId = await app.createOffer({ events: [event('install', 10, { eventCap: 1 })] });
    const [one, two, three] = await Promise.all([1, 2, 3].map(async () => app.click(offerId, await app.newUser())));
    await app.send(offerId, 'install', { click_id: one ?? '' });
    expect((await app.send(offerId, 'install', { click_id: two ?? '' })).body.code).toBe('over_cap');
    expect((await reverse(offerId, two ?? '')).body.code).toBe('reversed');
    await app.updateOffer(offerId, { events: [event('install', 10, { eventCap: 1 })], isActive: false });
    expect((await app.send(offerId, 'install', { click_id: three ?? '' })).body.code).toBe('offer_inactive');
    expect((await reverse(offerId, three ?? '')).body.code).toBe('reversed');
    expect([await statusOf(two ?? ''), await statusOf(three ?? '')]).toEqual([['rejected'], ['rejected']]);
    expect(await sums(offerId)).toEqual([
      { status: 'approved', n: 1, coins: 10, paise: 1000 },
      { status: 'rejected', n: 2, coins: 0, paise: 0 },
    ]);
    expect(await dayCounts(offerId)).toEqual([{ approved: 1 }]);
  });

  test('reopens a completed click, and updates completedBy unless another click completed the offer', async () => {
    const offerId = await app.createOffer({ events: [event('install', 10)] });
    const uid = await app.newUser();
    const [first, second] = [await app.click(offerId, uid), await app.click(offerId, uid)];
    for (const clickId of [first, second]) await app.send(offerId, 'install', { click_id: clickId });
    const state = async () => [
      (await app.rows('select status from clicks where offer_id = $1 order by id', [offerId])).map(
        ({ status }) => status,
      ),
      (await app.rows('select 1 from offer_completions where offer_id = $1', [offerId])).length,
      (await app.rows<{ n: number }>('select completed_count as n from offers where id = $1', [offerId]))[0]?.n,
    ];
    expect(await state()).toEqual([['completed', 'completed'], 1, 1]);
    await reverse(offerId, first);
    expect(await state()).toEqual([['in_progress', 'completed'], 1, 1]);
    await reverse(offerId, second);
    expect(await state()).toEqual([['in_progress', 'in_progress'], 0, 0]);
  });

  test('does not affect manual payments', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100), event('deposit', 30)], coins: 250 });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    const paid = await app.call('POST', '/api/mark-click-paid', { clickId });
    expect(paid.body).toMatchObject({ coins: 150 });
    expect((await app.send(offerId, 'deposit', { click_id: clickId })).body.code).toBe('accepted');
    expect(await app.balance(uid)).toBe(250);
    expect((await reverse(offerId, clickId, 'deposit')).body.code).toBe('reversed');
    expect(await app.balance(uid)).toBe(250);
    expect((await reverse(offerId, clickId)).body.code).toBe('reversed');
    expect(await app.balance(uid)).toBe(150);
    expect(await app.rows('select status from clicks where id = $1', [clickId])).toEqual([{ status: 'completed' }]);
  });

  test('never makes a wallet negative: spent coins stay outstanding until the next credit', async () => {
    const offerId = await app.createOffer({ events: [event('install', 300), event('deposit', 200)] });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    expect((await withdraw(uid, 200)).statusCode).toBe(200);
    expect((await reverse(offerId, clickId)).body).toMatchObject({ code: 'reversed', status: 'rejected' });
    expect(await app.balance(uid)).toBe(100);
    expect(await credits(clickId)).toEqual([{ kind: 'reward', coins: 300, status: 'owed' }]);
    await app.send(offerId, 'deposit', { click_id: clickId });
    expect(await app.balance(uid)).toBe(0);
    expect(await credits(clickId)).toEqual([{ kind: 'reward', coins: 300, status: 'taken' }]);
  });

  test('leaves a fast user only the coins beyond the outstanding ones', async () => {
    const offerId = await app.createOffer({ events: [event('install', 300), event('deposit', 400)] });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    expect((await withdraw(uid, 300)).statusCode).toBe(200);
    await reverse(offerId, clickId);
    await app.send(offerId, 'deposit', { click_id: clickId });
    expect((await withdraw(uid, 400)).json()).toMatchObject({ code: 'insufficient_coins' });
    expect(await app.balance(uid)).toBe(100);
    expect((await withdraw(uid, 100)).statusCode).toBe(200);
    expect(await app.balance(uid)).toBe(0);
    expect(await credits(clickId)).toEqual([{ kind: 'reward', coins: 300, status: 'taken' }]);
  });
});

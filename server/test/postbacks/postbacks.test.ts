import { describe, expect, test } from 'vitest';
import { SESSION_PASSWORD } from '#test/admin-session.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' });
const offerId = await app.createOffer();

describe('an accepted postback', () => {
  test('creates one conversion, one credit and one log row', async () => {
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid, { p1: 'asha@okicici', p2: 'two' });
    const { status, body } = await app.send(offerId, 'install', { click_id: clickId, payout: '99.5' });
    expect(body).toEqual({
      success: true,
      code: 'accepted',
      message: 'Conversion recorded.',
      conversionId: expect.stringMatching(/^cnv_[0-9A-Z]{26}$/),
      duplicate: false,
      status: 'approved',
    });
    expect(status).toBe(200);
    expect(await app.balance(uid)).toBe(100);
    expect(await app.conversionsOf(clickId)).toMatchObject([
      { eventKey: 'install', status: 'approved', rewardCoins: 100, userPayoutPaise: 10_000 },
    ]);
    const [log] = await app.rows('select * from postback_log where click_id = $1', [clickId]);
    expect(log).toMatchObject({
      verdict: 'accepted',
      httpStatus: 200,
      conversionId: body.conversionId,
      offerId,
    });
    expect(String(log?.['url'])).not.toContain(app.token);
  });

  // covers 000-3.6 own-6.11
  test('pays each event once, and completes click and offer with the last required one, in any order', async () => {
    const own = await app.createOffer();
    const { uid, clickId } = await app.newVisit(own);
    await app.send(own, 'deposit', { click_id: clickId });
    expect(await app.rows('select status from clicks where id = $1', [clickId])).toEqual([{ status: 'in_progress' }]);
    await Promise.all([
      app.send(own, 'install', { click_id: clickId }),
      app.send(own, 'install', { click_id: clickId }),
    ]);
    expect(await app.rows('select status from clicks where id = $1', [clickId])).toEqual([{ status: 'completed' }]);
    expect(await app.rows('select completed_count from offers where id = $1', [own])).toEqual([{ completedCount: 1 }]);
    for (const name of ['deposit', 'order', 'default']) await app.send(own, name, { click_id: clickId });
    expect((await app.conversionsOf(clickId)).map(({ eventKey }) => eventKey)).toEqual(['deposit', 'install']);
    expect(await app.balance(uid)).toBe(112);
    const second = await app.click(own, uid);
    await Promise.all(['install', 'deposit'].map((event) => app.send(own, event, { click_id: second })));
    expect(await app.rows('select status from clicks where id = $1', [second])).toEqual([{ status: 'completed' }]);
    expect(await app.rows('select completed_count from offers where id = $1', [own])).toEqual([{ completedCount: 1 }]);
  });

  // covers 000-9.8
  test('accepts every standard and custom click id name, in the query, a form and JSON', async () => {
    const own = await app.createOffer({ customClickIdParams: ['sub-id'] });
    const send = async (options: { url: string; headers?: Record<string, string>; payload?: string }) => {
      const response = await app.http.fastify.inject({
        method: options.payload === undefined ? 'GET' : 'POST',
        ...options,
      });
      return response.json<{ code: string }>().code;
    };
    for (const name of ['click_id', 'pcid', 'cid', 'transaction_id', 'clickid', 'sub-id']) {
      const clickId = await app.click(own, await app.newUser());
      expect(
        await send({ url: `/postback/${own}/INSTALL?token=${app.token}&${name}=${clickId.toLowerCase()}` }),
        name,
      ).toBe('accepted');
    }
    const form = new URLSearchParams({
      token: app.token,
      event: 'Install',
      clickid: await app.click(own, await app.newUser()),
    });
    const formType = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send({ url: '/postback', headers: formType, payload: form.toString() })).toBe('accepted');
    const json = JSON.stringify({
      token: app.token,
      event: 'install',
      'sub-id': await app.click(own, await app.newUser()),
      payout: 5,
    });
    expect(await send({ url: '/postback', headers: { 'content-type': 'application/json' }, payload: json })).toBe(
      'accepted',
    );
  });

  // covers own-6.12
  test('credits the referrer too, but never a user who referred himself', async () => {
    const code = `R${Date.now()}`;
    const referrer = await app.newUser({ referralCode: code });
    const friend = await app.newUser({ usedReferralCode: code });
    await app.send(offerId, 'install', { click_id: await app.click(offerId, friend) });
    expect([await app.balance(friend), await app.balance(referrer)]).toEqual([100, 10]);
    await app.rows('update users set used_referral_code = referral_code where uid = $1', [referrer]);
    await app.send(offerId, 'install', { click_id: await app.click(offerId, referrer) });
    expect(await app.balance(referrer)).toBe(110);
  });

  test('credits no user who takes the referral code of an erased user', async () => {
    const code = `E${crypto.randomUUID().slice(0, 12)}`;
    const referrer = await app.newUser({ referralCode: code });
    const friend = await app.newUser({ usedReferralCode: code });
    await app.must('POST', `/api/users/${referrer}/erase`, { password: SESSION_PASSWORD });
    const next = await app.newUser({ referralCode: code });
    await app.send(offerId, 'install', { click_id: await app.click(offerId, friend) });
    expect([await app.balance(friend), await app.balance(next)]).toEqual([100, 0]);
  });

  test('records an anonymous click and credits no one', async () => {
    const clickId = await app.click(offerId);
    expect((await app.send(offerId, 'install', { click_id: clickId })).body).toMatchObject({
      code: 'accepted',
      status: 'approved',
    });
    expect(await app.conversionsOf(clickId)).toMatchObject([{ rewardCoins: 0, userPayoutPaise: 0 }]);
  });

  // covers own-6.7
  test('never takes an amount from the sender', async () => {
    for (const payout of ['5', 'NaN', '1e9', '0x10', '99999999999999999999', '']) {
      const { uid, clickId } = await app.newVisit(offerId);
      expect((await app.send(offerId, 'install', { click_id: clickId, payout, coins: payout })).status).toBe(200);
      expect(await app.balance(uid), payout).toBe(100);
    }
  });

  test('removes characters that PostgreSQL cannot store: NUL and lone surrogates', async () => {
    const clickId = await app.click(offerId, await app.newUser());
    const payload = String.raw`{"token":"${app.token}","click_id":"${clickId}","note\u0000":"a\u0000b\ud800","deep":["\u0000"],"plain":"\\u0000"}`;
    const response = await app.call('POST', `/postback/${offerId}/install`, payload, {
      headers: { 'content-type': 'application/json' },
    });
    expect(response.body).toMatchObject({ code: 'accepted' });
    expect((await app.conversionsOf(clickId))[0]?.externalData).toMatchObject({
      note: 'ab\ufffd',
      deep: [''],
      plain: String.raw`\u0000`,
    });
  });
});

describe('a repeated postback', () => {
  // covers own-6.2
  test('pays a postback once when it is sent 12 times in an hour in different forms', async () => {
    const { uid, clickId } = await app.newVisit(offerId);
    const answers: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      app.clock.advance(5 * 60_000);
      const names = ['click_id', 'cid', 'transaction_id'] as const;
      const { body } = await app.send(offerId, i % 2 === 0 ? 'install' : 'DEFAULT', {
        [names[i % 3] ?? 'cid']: clickId,
        n: String(i),
      });
      answers.push(`${body.code} ${body.conversionId}`);
    }
    const [first = '', ...rest] = answers;
    expect(first).toMatch(/^accepted /);
    expect(new Set(rest)).toEqual(new Set([first.replace('accepted', 'duplicate')]));
    expect(await app.balance(uid)).toBe(100);
  });

  // covers own-6.1
  test('answers 200 with the first conversion and credits nothing, also when many race', async () => {
    const { uid, clickId } = await app.newVisit(offerId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.send(offerId, 'install', { click_id: clickId })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.conversionId)).size).toBe(1);
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    const later = await app.send(offerId, 'install', { click_id: clickId });
    expect(later.body).toMatchObject({
      code: 'duplicate',
      duplicate: true,
      conversionId: answers[0]?.body.conversionId,
    });
    expect(await app.balance(uid)).toBe(100);
    expect(await app.conversionsOf(clickId)).toHaveLength(1);
  });
});

describe('a postback that is recorded but not paid', () => {
  // covers own-6.10
  test('is pending for an offer that was active until it was deleted', async () => {
    const own = await app.createOffer();
    const { uid, clickId } = await app.newVisit(own);
    await app.deleteOffer(own);
    expect((await app.send(own, 'install', { click_id: clickId })).body).toMatchObject({
      code: 'offer_inactive',
      status: 'pending',
    });
    const short = await app.http.fastify.inject(`/postback?event=deposit&token=${app.token}&click_id=${clickId}`);
    expect(short.json()).toMatchObject({ code: 'offer_inactive', status: 'pending' });
    expect(await app.balance(uid)).toBe(0);
    expect(await app.conversionsOf(clickId)).toMatchObject([
      { eventKey: 'install', status: 'pending', reason: 'The offer was not active.', rewardCoins: 0 },
      { eventKey: 'deposit', status: 'pending', reason: 'The offer was not active.', rewardCoins: 0 },
    ]);
  });

  // covers 000-2.35
  test('is the second of its IP address where the offer pays an IP address once', async () => {
    const own = await app.createOffer({ ipBlock: 'active' });
    const [first, second] = [await app.newUser(), await app.newUser()];
    const clicks = [await app.click(own, first), await app.click(own, second)];
    const answers = await Promise.all(clicks.map((clickId) => app.send(own, 'install', { click_id: clickId })));
    expect(answers.map(({ body }) => body.code).sort()).toEqual(['accepted', 'ip_blocked']);
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['approved', 'rejected']);
    expect((await app.balance(first)) + (await app.balance(second))).toBe(100);
    const conversions = (await Promise.all(clicks.map((clickId) => app.conversionsOf(clickId)))).flat();
    expect(conversions.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: "The click's IP address was already rewarded for this event.", rewardCoins: 0, userPayoutPaise: 0 },
    ]);
  });
});

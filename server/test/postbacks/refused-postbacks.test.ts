import { describe, expect, test } from 'vitest';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();
const offerId = await app.createOffer();
/** Has the form of our click ids. */
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a refused postback', () => {
  // covers own-6.5
  test('answers 401 to a wrong, missing or partial token, logs it and records nothing', async () => {
    const clickId = await app.click(offerId, await app.newUser());
    for (const token of ['wrong', '', `${app.token}x`]) {
      const { status, body } = await app.send(offerId, 'install', { click_id: clickId, token });
      expect([status, body.code, body.success]).toEqual([401, 'bad_token', false]);
    }
    expect(await app.conversionsOf(clickId)).toEqual([]);
    await app.logged(clickId).toEqual(['bad_token', 'bad_token', 'bad_token']);
  });

  test('answers 429 after 60 guessed tokens in a minute, but not to a right token', async () => {
    const from = { remoteAddress: '198.51.100.77' };
    const statuses: number[] = [];
    for (let i = 0; i < 62; i += 1)
      statuses.push((await app.send(offerId, 'install', { token: `guess-${i}` }, from)).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401));
    expect(statuses.slice(60)).toEqual([429, 429]);
    const clickId = await app.click(offerId, await app.newUser());
    expect((await app.send(offerId, 'install', { click_id: clickId }, from)).body.code).toBe('accepted');
  });

  test('is logged with its click even at 429, if it names an offer', async () => {
    const from = { remoteAddress: '198.51.100.78' };
    for (let i = 0; i < 60; i += 1) await app.send(offerId, 'install', { token: `guess-${i}` }, from);
    const clickId = await app.click(offerId, await app.newUser());
    const named = await app.send(offerId, 'install', { click_id: clickId, token: 'yesterday' }, from);
    const unnamed = await app.http.fastify.inject({ url: `/postback?event=install&token=x&cid=${clickId}`, ...from });
    expect([named.status, unnamed.statusCode]).toEqual([429, 429]);
    expect(Number(named.headers['retry-after'])).toBeGreaterThan(0);
    await app.logged(clickId).toEqual(['bad_token']);
    expect(await app.rows('select http_status from postback_log where click_id = $1', [clickId])).toEqual([
      { httpStatus: 429 },
    ]);
  });

  test('is limited by IPv6 network when it cannot be read, unless its query has a right token', async () => {
    const send = (i: number, query = '') =>
      app.http.fastify.inject({
        method: 'POST',
        url: `/postback?flood=v6${query}`,
        remoteAddress: `2001:db8:5:5:${i.toString(16)}::1`,
        headers: { 'content-type': 'application/json' },
        payload: '{',
      });
    const statuses: number[] = [];
    for (let i = 0; i < 62; i += 1) statuses.push((await send(i)).statusCode);
    expect(statuses).toEqual([...Array<number>(60).fill(400), 429, 429]);
    expect((await send(63)).json()).toMatchObject({ code: 'malformed', message: /wait/ });
    expect((await send(64, `&token=${app.token}`)).statusCode).toBe(400);
    await app.logged('flood=v6').toHaveLength(61);
  });

  test('is accepted with the offer’s own token for that offer only, or with the global token', async () => {
    const own = await app.createOffer({ postbackToken: 'own-token-123', customClickIdParams: ['ref'] });
    const other = await app.createOffer();
    const mine = await app.click(own, await app.newUser());
    expect((await app.send(own, 'install', { click_id: mine, token: 'own-token-123' })).body.code).toBe('accepted');
    expect((await app.send(own, 'deposit', { click_id: mine })).body.code).toBe('accepted');
    const foreign = await app.click(other, await app.newUser());
    expect((await app.send(other, 'install', { click_id: foreign, token: 'own-token-123' })).status).toBe(401);
    const short = await app.http.fastify.inject(`/postback?event=install&token=own-token-123&click_id=${foreign}`);
    expect([short.statusCode, short.json<{ code: string }>().code]).toEqual([401, 'bad_token']);
    const second = await app.click(own, await app.newUser());
    const byName = await app.http.fastify.inject(`/postback?event=install&token=own-token-123&ref=${second}`);
    expect(byName.json()).toMatchObject({ code: 'accepted' });
  });

  // covers 000-2.35 own-6.6
  test('answers 403 to an IP address outside the allow-list, whatever X-Forwarded-For says', async () => {
    const own = await app.createOffer({
      ipWhitelistSwitch: 'active',
      ipWhitelist: '203.0.113.5, 10.1.0.0/16, 2001:db8::/32',
    });
    const clickId = await app.click(own, await app.newUser());
    const forged = { remoteAddress: '198.51.100.9', headers: { 'x-forwarded-for': '203.0.113.5' } };
    const refused = await app.send(own, 'install', { click_id: clickId }, forged);
    expect([refused.status, refused.body.code]).toEqual([403, 'ip_not_allowed']);
    const short = await app.http.fastify.inject({
      url: `/postback?event=install&token=${app.token}&cid=${clickId}`,
      remoteAddress: '198.51.100.9',
    });
    expect(short.statusCode).toBe(403);
    expect(await app.conversionsOf(clickId)).toEqual([]);
    for (const remoteAddress of ['203.0.113.5', '10.1.200.3', '2001:db8:1::5', '::ffff:203.0.113.5']) {
      const { body } = await app.send(
        own,
        'install',
        { click_id: await app.click(own, await app.newUser()) },
        { remoteAddress },
      );
      expect(body.code, remoteAddress).toBe('accepted');
    }
  });

  // covers own-6.10
  test('is rejected without a click, or with a macro, two clicks, an unknown or a foreign one', async () => {
    const other = await app.createOffer();
    const [a, b] = [await app.click(offerId, await app.newUser()), await app.click(offerId, await app.newUser())];
    const codeOf = async (query: Record<string, string>, event = 'install', offer = offerId) => {
      const { status, body } = await app.send(offer, event, query);
      return [status, body.code];
    };
    expect(await codeOf({})).toEqual([400, 'click_missing']);
    expect(await codeOf({ click_id: '{click_id}' })).toEqual([400, 'click_missing']);
    expect(await codeOf({ click_id: a, cid: b })).toEqual([400, 'click_conflict']);
    expect(await codeOf({ click_id: a, cid: b, pcid: UNKNOWN })).toEqual([400, 'click_conflict']);
    expect(await codeOf({ click_id: UNKNOWN, cid: UNKNOWN.replace(/V$/, 'W') })).toEqual([404, 'click_unknown']);
    expect(await codeOf({ click_id: UNKNOWN })).toEqual([404, 'click_unknown']);
    expect(await codeOf({ click_id: "x' or 1=1--" })).toEqual([404, 'click_unknown']);
    expect(await codeOf({ click_id: a }, 'install', other)).toEqual([422, 'offer_mismatch']);
    const missing = await app.send('no-such-offer', 'install', { click_id: a });
    expect([missing.status, missing.body.message]).toEqual([422, 'Offer not found.']);
    expect(await codeOf({ click_id: a, token: 'guess' }, 'install', 'no-such-offer')).toEqual([401, 'bad_token']);
    expect(await codeOf({ click_id: a, transaction_id: 'their-own-42' })).toEqual([200, 'accepted']);
    expect((await app.http.fastify.inject(`/postback?token=${app.token}&click_id=${b}`)).json()).toMatchObject({
      code: 'event_missing',
    });
  });

  test('answers 422 with the known events when the event is unknown', async () => {
    const clickId = await app.click(offerId, await app.newUser());
    const { status, body } = await app.send(offerId, 'teleport\nnow', { click_id: clickId });
    expect([status, body.code, body.events]).toEqual([422, 'event_unknown', ['install', 'deposit']]);
    const short = await app.http.fastify.inject(`/postback?event=teleport&token=${app.token}&click_id=${clickId}`);
    expect([short.statusCode, short.json<{ events: string[] }>().events]).toEqual([422, ['install', 'deposit']]);
  });

  // covers own-6.13
  test('answers 400 if unreadable, 413 if its body is too large, and 431 to a query of 1 MB', async () => {
    const post = (payload: string, type = 'application/json') =>
      app.http.fastify.inject({ method: 'POST', url: '/postback', headers: { 'content-type': type }, payload });
    const bad = await post('{"token":');
    expect([bad.statusCode, bad.json<{ code: string }>().code]).toEqual([400, 'malformed']);
    expect((await post(`{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
    expect((await post('', 'application/json')).statusCode).toBe(401);
    const address = await app.listen();
    const huge = await fetch(`${address}/postback?token=${app.token}&x=${'y'.repeat(1_000_000)}`);
    expect(huge.status).toBe(431);
  });
});

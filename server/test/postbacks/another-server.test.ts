import { expect, test } from 'vitest';
import type { PlatformOffer } from '@muneem/contract/platform-api';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { postbackInput } from '#test/custom-postbacks/delivery-app.ts';
import { createSecondNode, TEST_PLATFORM_KEY } from '#test/test-app.ts';
import { createPostbackApp } from './postback-app.ts';
import { event } from '#test/builders/events.ts';

const app = await createPostbackApp();
const other = await createSecondNode(app);

/** The other server's regular check may see one of the changes before the notification. */
const ROUNDS = 5;

const ask = async (url: string): Promise<PostbackAnswer> => (await other.http.fastify.inject(url)).json();

test('accepts a postback and a visit on another server at once after an offer was created', async () => {
  for (let i = 0; i < ROUNDS; i += 1) {
    const offerId = await app.createOffer({ events: [event('install', 30)] });
    const visit = await other.http.fastify.inject(`/track/${offerId}?uid=x`);
    expect(visit.statusCode).toBe(302);
    const next = await app.createOffer({ events: [event('install', 30)], postbackToken: `own-token-${i}` });
    const clickId = await app.click(next, await app.newUser());
    expect(await ask(`/postback/${next}/install?token=own-token-${i}&click_id=${clickId}`)).toMatchObject({
      code: 'accepted',
    });
    await app.updateOffer(next, { events: [event('install', 30), event('level', 30)], customClickIdParams: ['ref'] });
    expect(await ask(`/postback/${next}/level?token=${app.token}&ref=${clickId}`)).toMatchObject({ code: 'accepted' });
  }
});

test('shares a few database reads between a flood of unknown offers', async () => {
  const reads: string[] = [];
  const query = app.database.query.bind(app.database);
  app.database.query = ((statement: { text: string }) => {
    reads.push(statement.text);
    return query(statement as never);
  }) as never;
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => ask(`/postback/off_none${i}/install?token=${app.token}`)),
  );
  const elapsed = performance.now() - started;
  app.database.query = query;
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['offer_mismatch']));
  // One read per 10 ms, and two regular reads of each server per second.
  expect(reads.filter((text) => text.includes('cache_versions')).length).toBeLessThan(elapsed / 10 + 10);
  expect(reads.filter((text) => text.includes('from offers'))).toEqual([]);
});

test('records a short postback on another server at once after its offer and event were created', async () => {
  for (let i = 0; i < ROUNDS; i += 1) {
    // The offers of the earlier rounds have this token too.
    const token = 'short-token';
    const sent = async (event: string, from = {}) => {
      const url = `/postback?event=${event}&token=${token}&click_id=${clickId}`;
      const answer = await other.http.fastify.inject({ url, ...from });
      return answer.json<PostbackAnswer>().code;
    };
    const list = { ipWhitelistSwitch: 'active', ipWhitelist: '198.51.100.1', postbackToken: token };
    const offerId = await app.createOffer({ events: [event('install', 30)], ...list });
    const clickId = await app.click(offerId, await app.newUser());
    expect(await sent('install', { remoteAddress: '198.51.100.1' })).toBe('accepted');
    await app.updateOffer(offerId, {
      events: [event('install', 30), event('level', 30)],
      ...list,
      ipWhitelist: '127.0.0.1',
    });
    expect(await sent('level')).toBe('accepted');
    await app.updateOffer(offerId, { events: ['install', 'level', 'deposit'].map((name) => event(name, 30)), ...list });
    expect(await sent('deposit&status=rejected', { remoteAddress: '198.51.100.1' })).toBe('reversed');
    await app.logged(clickId).toEqual(['accepted', 'accepted', 'reversed']);
  }
});

test('pays, explains and replays on another server at once after an offer changed', async () => {
  const { must } = other;
  for (let i = 0; i < ROUNDS; i += 1) {
    const offerId = await app.createOffer({ events: [event('install', 30)] });
    const { uid, clickId } = await app.newVisit(offerId);
    await must('POST', '/api/mark-click-paid', { clickId, userId: uid, coins: 250 });

    const open = await app.click(offerId, uid);
    await app.send(offerId, 'level', { click_id: open });
    await app.logged(open).toEqual(['event_unknown']);
    await app.updateOffer(offerId, { events: [event('install', 30), event('level', 30)] });
    const shown = await must('POST', '/api/inbound-postbacks/replay-preview', { filter: { offerId } });
    expect(shown).toMatchObject({ items: [{ verdict: 'accepted' }] });

    await app.updateOffer(offerId, { events: ['install', 'level', 'deposit'].map((name) => event(name, 30)) });
    const url = `/postback?event=deposit&token=${app.token}&click_id=${open}`;
    expect(await must('POST', '/api/inbound-postbacks/explain', { url })).toMatchObject({ verdict: 'accepted' });
    await app.updateOffer(offerId, { events: ['install', 'level', 'sale'].map((name) => event(name, 30)) });
    const named = `/postback/${offerId}/sale?token=${app.token}&click_id=${open}`;
    expect(await must('POST', '/api/inbound-postbacks/explain', { url: named })).toMatchObject({ verdict: 'accepted' });
  }
});

test('adds and changes custom postbacks on another server for a new event', async () => {
  const save = async (method: 'POST' | 'PUT', url: string, eventName: string): Promise<string> => {
    const { postback } = await other.must(method, url, postbackInput({ eventName }));
    expect(postback.eventKnown).toBe(true);
    return postback._id;
  };
  for (let i = 0; i < ROUNDS; i += 1) {
    const offerId = await app.createOffer({ events: [event('install', 30)] });
    const id = await save('POST', `/api/offers/${offerId}/custom-postbacks`, 'install');
    await app.updateOffer(offerId, { events: [event('install', 30), event('level', 30)] });
    await save('PUT', `/api/custom-postbacks/${id}`, 'level');
    await app.updateOffer(offerId, { events: ['install', 'level', 'sale'].map((name) => event(name, 30)) });
    const urls = await other.call<{ postbackUrls: object }>('GET', `/api/offers/${offerId}/postback-urls`);
    expect(Object.keys(urls.body.postbackUrls)).toContain('sale');
  }
});

test('returns the coins of a new event from another server at once', async () => {
  const headers = { authorization: `Bearer ${TEST_PLATFORM_KEY}` };
  for (let i = 0; i < ROUNDS; i += 1) {
    const id = await app.createOffer({ events: [event('install', 30)] });
    const list = await other.call<{ offers: PlatformOffer[] }>('GET', '/api/platform/offers', undefined, { headers });
    const [offer] = list.body.offers.filter(({ offerId }) => offerId === id);
    expect(offer?.events).toMatchObject([{ name: 'install', coins: 30 }]);
  }
});

test('holds a replaced token, a changed IP list and an inactive offer on another server from the commit on', async () => {
  const sent = async (offerId: string, token: string, clickId: string) =>
    ask(`/postback/${offerId}/install?token=${token}&click_id=${clickId}`);
  for (let i = 0; i < ROUNDS; i += 1) {
    const own = { events: [event('install', 30)], postbackToken: `first-token-${i}` };
    const open = { ...own, ipWhitelistSwitch: 'active', ipWhitelist: '127.0.0.1' };
    const [offerId, listed, ended] = [
      await app.createOffer(own),
      await app.createOffer(open),
      await app.createOffer(own),
    ];
    const [clicked, fromListed, ofEnded] = [
      await app.click(offerId, await app.newUser()),
      await app.click(listed, await app.newUser()),
      await app.click(ended, await app.newUser()),
    ];
    // The other server has read all offers before the changes.
    expect(await sent(offerId, app.token, 'none')).toMatchObject({ code: 'click_unknown' });
    await app.updateOffer(offerId, { ...own, postbackToken: `second-token-${i}` });
    expect(await sent(offerId, `first-token-${i}`, clicked)).toMatchObject({ code: 'bad_token' });
    await app.updateOffer(listed, { ...open, ipWhitelist: '198.51.100.1' });
    expect(await sent(listed, `first-token-${i}`, fromListed)).toMatchObject({ code: 'ip_not_allowed' });
    await app.call('POST', '/api/offers/status', { ids: [ended], isActive: false });
    expect(await sent(ended, `first-token-${i}`, ofEnded)).toMatchObject({ code: 'offer_inactive' });
    for (const clickId of [clicked, fromListed]) expect(await app.conversionsOf(clickId)).toEqual([]);
  }
});

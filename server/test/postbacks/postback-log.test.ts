import { describe, expect, test } from 'vitest';
import type { LoggedPostback, LoggedPostbackDetails } from '@muneem/contract/postbacks';
import { sql } from '#platform/database/index.ts';
import { lowestUlid } from '#platform/ids/index.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({}, { now: '2026-11-20T18:29:00.000Z' });
const offerId = await app.createOffer({ title: 'Rummy Stars' });

interface Page {
  readonly postbacks: LoggedPostback[];
  readonly nextCursor: string | null;
}
const list = (query: Record<string, string>) =>
  app.must<Page>('GET', `/api/inbound-postbacks?${new URLSearchParams(query).toString()}`);
const verdicts = async (query: Record<string, string>) => (await list(query)).postbacks.map(({ verdict }) => verdict);

describe('the log of inbound postbacks', () => {
  test('lists every postback with its verdict, newest first, and shows one with its token masked', async () => {
    const clickId = await app.click(offerId, await app.newUser());
    const paid = await app.send(offerId, 'Install', { click_id: clickId, payout: '9' });
    await app.send(offerId, 'install', { click_id: clickId, token: 'wrong-token' });
    const posted = await app.http.fastify.inject({
      method: 'POST',
      url: '/postback',
      headers: { 'content-type': 'application/json', 'user-agent': 'network/2' },
      payload: JSON.stringify({ token: app.token, event: 'teleport', click_id: clickId }),
    });
    expect(posted.statusCode).toBe(422);
    await expect.poll(() => verdicts({ clickId })).toHaveLength(3);
    const { postbacks, nextCursor } = await list({ clickId: clickId.toLowerCase() });
    expect(nextCursor).toBeNull();
    const accepted = postbacks.find(({ verdict }) => verdict === 'accepted');
    expect(accepted).toEqual({
      _id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      receivedAt: '2026-11-20T18:29:00.000Z',
      method: 'GET',
      url: `/postback/${offerId}/Install?token=${app.token.slice(0, 4)}…&click_id=${clickId}&payout=9`,
      ip: '127.0.0.1',
      offerId,
      offerTitle: 'Rummy Stars',
      event: 'install',
      clickId,
      verdict: 'accepted',
      httpStatus: 200,
      detail: null,
      conversionId: paid.body.conversionId,
      replayable: false,
    });
    const refused = postbacks.find(({ verdict }) => verdict === 'bad_token');
    expect(refused).toMatchObject({ clickId, offerId, httpStatus: 401, replayable: false });
    const unknown = postbacks.find(({ verdict }) => verdict === 'event_unknown');
    expect(unknown).toMatchObject({ detail: 'The offer has: install, deposit', replayable: true });
    const one = await app.call<{ postback: LoggedPostbackDetails }>('GET', `/api/inbound-postbacks/${unknown?._id}`);
    const { postback } = one.body;
    expect(postback).toMatchObject({ ...unknown, headers: { 'user-agent': 'network/2' }, replays: [] });
    expect(JSON.parse(postback.body ?? '')).toEqual({
      token: `${app.token.slice(0, 4)}…`,
      event: 'teleport',
      click_id: clickId,
    });
    expect(JSON.stringify([postbacks, postback])).not.toContain(app.token);
  });

  test('filters by offer, verdict, event and days of Asia/Kolkata', async () => {
    const own = await app.createOffer();
    const [late, early] = [await app.click(own, await app.newUser()), await app.click(own, await app.newUser())];
    app.clock.set('2026-11-20T18:29:59.999Z');
    await app.send(own, 'install', { click_id: late });
    app.clock.set('2026-11-20T18:30:00.000Z');
    await app.send(own, 'order', { click_id: early });
    await app.send(own, 'install', { click_id: late });
    expect(await verdicts({ offerId: own })).toEqual(['duplicate', 'accepted', 'accepted']);
    expect(await verdicts({ offerId: own, verdict: 'duplicate' })).toEqual(['duplicate']);
    expect(await verdicts({ offerId: own, event: 'DEPOSIT' })).toEqual(['accepted']);
    expect(await verdicts({ offerId: own, endDate: '2026-11-20' })).toEqual(['accepted']);
    expect(await verdicts({ offerId: own, startDate: '2026-11-21', endDate: '2026-11-21' })).toEqual([
      'duplicate',
      'accepted',
    ]);
    expect(await verdicts({ offerId: own, clickId: "' or 1=1 --" })).toEqual([]);
  });

  test('pages with a cursor that new postbacks do not shift', async () => {
    const own = await app.createOffer();
    const clickId = await app.click(own, await app.newUser());
    for (let i = 0; i < 5; i += 1) await app.send(own, 'install', { click_id: clickId, n: String(i) });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list({ offerId: own, limit: '2', ...(cursor === '' ? {} : { cursor }) });
      seen.push(...page.postbacks.map(({ url }) => url.slice(-1)));
      cursor = page.nextCursor;
      await app.send(own, 'install', { click_id: clickId, n: '9' });
    }
    expect(seen).toEqual(['4', '3', '2', '1', '0']);
  });

  test('lists postbacks of any age, newest first, page by page', async () => {
    const own = await app.createOffer();
    const dayOf = (age: number): string => new Date(Date.UTC(2026, 10, 20 - age)).toISOString().slice(0, 10);
    const ages = [0, 20, 30, 32, 100, 123, 125, 400, 800];
    for (const age of ages) {
      const at = new Date(`${dayOf(age)}T12:00:00Z`);
      await app.database.execute(sql`
        insert into postback_log (id, received_at, offer_id, method, url, verdict, http_status)
        values (${lowestUlid(at)}, ${at}, ${own}, 'GET', ${`/postback?age=${age}`}, 'ip_blocked', 403)`);
    }
    const agesOf = async (query: Record<string, string>): Promise<number[]> => {
      const seen: LoggedPostback[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await list({ offerId: own, ...query, ...(cursor === '' ? {} : { cursor }) });
        seen.push(...page.postbacks);
        cursor = page.nextCursor;
      }
      return seen.map(({ url }) => Number(url.split('=')[1]));
    };
    for (const limit of ['1', '2', '4', '50']) {
      expect(await agesOf({ limit })).toEqual(ages);
      expect(await agesOf({ limit, verdict: 'ip_blocked', endDate: dayOf(30) })).toEqual(ages.slice(2));
      expect(await agesOf({ limit, startDate: dayOf(125), endDate: dayOf(20) })).toEqual(ages.slice(1, 7));
      expect(await agesOf({ limit, startDate: dayOf(30) })).toEqual(ages.slice(0, 3));
    }
  });

  test('rejects an invalid filter or page, and answers 404 for an unknown entry', async () => {
    const status = async (url: string) => (await app.call('GET', url)).status;
    expect(await status('/api/inbound-postbacks?verdict=fine')).toBe(400);
    expect(await status('/api/inbound-postbacks?cursor=abc')).toBe(400);
    expect(await status('/api/inbound-postbacks?limit=1000')).toBe(400);
    expect(await status('/api/inbound-postbacks/01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(404);
    expect(await status('/api/inbound-postbacks/x')).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { offerCalls, type OfferCalls } from '../offers/offer-calls.ts';

let app: TestApp;
let session: TestSession;
let call: OfferCalls['call'];
let createOffer: OfferCalls['createOffer'];

beforeAll(async () => {
  app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
  session = await openAdminSession(app, 'asha@example.com');
  ({ call, createOffer } = offerCalls(app, session));
});
afterAll(() => app.close());

interface Click {
  clickId: string;
  offerId: string;
  createdAt: string;
  madeBy: string;
  redirectUrl: string;
}
const make = (id: string, body: object = {}) =>
  call<{ success: boolean; click: Click }>('POST', `/api/offers/${id}/test-clicks`, body);

describe('a test click', () => {
  // covers 000-2.43
  test('shows the destination with every macro filled in and encoded', async () => {
    const trackingUrl =
      'https://network.example/go?c={click_id}&o={offer_id}&u={uid}&a={p1}&b={p2}&cur={currency}&t={timestamp}&x={unknown}';
    const { _id } = await createOffer({ trackingUrl });
    const { status, body } = await make(_id, { uid: 'u 1&x', p1: 'a@upi' });
    expect(status).toBe(200);
    const { clickId, ...rest } = body.click;
    expect(clickId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(rest).toEqual({
      offerId: _id,
      createdAt: '2026-11-21T06:00:00.000Z',
      madeBy: 'asha@example.com',
      redirectUrl: `https://network.example/go?c=${clickId}&o=${_id}&u=u%201%26x&a=a%40upi&b=&cur=INR&t=1795240800&x={unknown}`,
    });
  });

  test('works for an inactive offer, and not for a deleted one', async () => {
    const { _id } = await createOffer({ isActive: false });
    expect((await make(_id)).status).toBe(200);
    await call('DELETE', `/api/offers/${_id}`);
    expect((await make(_id)).status).toBe(404);
    expect((await make('ofr_nobody')).status).toBe(404);
  });

  test('earns nothing from any postback, and appears in no list and no statistic', async () => {
    const user = await buildUser(app, { uid: 'tester' });
    const offer = await createOffer({ postbackToken: 'test-token-1' });
    const counted = async () => {
      const [row] = await app.database.query(sql`
        select (select count(*) from clicks) as clicks, (select count(*) from conversions) as conversions,
               (select count(*) from conversion_keys) as keys, (select count(*) from conversion_rollups) as rollups,
               (select count(*) from journals) as journals, (select count(*) from offer_completions) as completions,
               (select sum(completed_count) from offers) as completed`);
      return row;
    };
    const before = await counted();
    const stats = await call('GET', '/api/stats');
    const { clickId } = (await make(offer._id, { uid: user.uid })).body.click;
    for (const event of ['install', 'deposit']) {
      const url = `/postback/${offer._id}/${event}?token=test-token-1&click_id=${clickId}`;
      expect((await app.http.fastify.inject({ url })).json()).toMatchObject({ success: false, code: 'click_unknown' });
    }
    const paid = await call('POST', '/api/mark-click-paid', { clickId });
    expect([paid.status, paid.body['success']]).toEqual([404, false]);
    expect(await counted()).toEqual(before);
    expect((await call('GET', '/api/stats')).body).toEqual(stats.body);
  });

  test('lists the postbacks that came back for it', async () => {
    const offer = await createOffer({ postbackToken: 'test-token-2' });
    const { clickId } = (await make(offer._id)).body.click;
    const url = `/api/offers/${offer._id}/test-clicks/${clickId}`;
    expect((await call('GET', url)).body).toMatchObject({ click: { clickId }, postbacks: [] });
    await app.http.fastify.inject({
      url: `/postback/${offer._id}/install?token=test-token-2&click_id=${clickId}`,
    });
    expect((await call('GET', url)).body).toMatchObject({
      postbacks: [{ event: 'install', verdict: 'click_unknown' }],
    });
    const other = await createOffer();
    expect((await call('GET', `/api/offers/${other._id}/test-clicks/${clickId}`)).status).toBe(404);
  });

  test('is audited, and refused without a session or with a parameter of 10,000 characters', async () => {
    const { _id } = await createOffer();
    const { clickId } = (await make(_id)).body.click;
    const audit = await app.database.query(sql`
      select action, after, actor_name from audit_log where entity_id = ${_id} and action = 'offers.test_click'`);
    expect(audit).toEqual([{ action: 'offers.test_click', after: { clickId }, actorName: 'asha@example.com' }]);
    expect((await app.http.fastify.inject({ method: 'POST', url: `/api/offers/${_id}/test-clicks` })).statusCode).toBe(
      401,
    );
    expect((await make(_id, { p1: 'x'.repeat(10_000) })).body).toMatchObject({
      errors: { p1: 'Use at most 500 characters' },
    });
  });
});

test('does not change the tracking link, which still counts clicks', async () => {
  const offer = (
    await app.http.fastify.inject({
      method: 'POST',
      url: '/api/offers',
      headers: session.headers,
      payload: offerInput(),
    })
  ).json() as { offer: { _id: string } };
  await make(offer.offer._id);
  expect((await app.http.fastify.inject({ url: `/track/${offer.offer._id}?uid=x` })).statusCode).toBe(302);
  const [row] = await app.database.query<{ clicks: number }>(
    sql`select count(*) as clicks from clicks where offer_id = ${offer.offer._id}`,
  );
  expect(row?.clicks).toBe(1);
});

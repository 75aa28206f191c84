import { beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '@muneem/contract/custom-postbacks';
import { createDeliveryApp } from './delivery-app.ts';
import { startTarget, status } from './tracking-target.ts';

interface Resent {
  readonly message: string;
  readonly resent: number;
  readonly skipped: number;
  readonly remaining: number;
  readonly code: string;
}

let offerId: string;
let postbackId: string;

// A clock that stands still, because the expected day must be the day of the attempts.
const app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' }, { now: '2026-11-21T06:00:00Z' });
const target = await startTarget();
await app.start();
beforeEach(async () => {
  target.calls.length = 0;
  target.behave(status(400));
  offerId = await app.createOffer();
  postbackId = (await app.addActive(offerId, { postbackUrl: `${target.url}/r`, retryCount: 0 }))._id;
});

async function fail(count: number): Promise<Delivery[]> {
  for (let i = 0; i < count; i += 1) await app.convert(offerId);
  await app.statuses(offerId).toEqual(Array(count).fill('exhausted'));
  return app.deliveries(offerId);
}

const audits = (action: string) =>
  app.rows('select entity_id, after from audit_log where action = $1 order by id', [action]);

const historyOf = (deliveries: readonly Delivery[]) =>
  app.rows(
    `select action, after from audit_log where entity_type = 'postback_delivery' and entity_id = any ($1) order by id`,
    [deliveries.map(({ _id }) => _id)],
  );

describe('resending', () => {
  test('resends one delivery under the same id, once for two requests in flight', async () => {
    const [delivery] = await fail(1);
    const id = delivery?._id ?? '';
    target.behave(status(200));
    const both = await Promise.all([1, 2].map(() => app.call<Resent>('POST', `/api/postback-deliveries/${id}/resend`)));
    await app.statuses(offerId).toEqual(['delivered']);
    // A request after the first delivery resends it again, so two deliveries are possible.
    const sent = both.filter(({ status: code }) => code === 200).length;
    expect(both.every(({ status: code }) => code === 200 || code === 409)).toBe(true);
    expect(target.calls.length).toBeLessThanOrEqual(1 + sent);
    expect(new Set(target.deliveries)).toEqual(new Set([id]));
    expect((await app.delivery(id)).attempts.at(0)).toMatchObject({ success: true });
    expect((await audits('postback_deliveries.resend')).at(-1)).toEqual({
      entityId: id,
      after: { selected: 1, resent: 1 },
    });
  });

  test('answers 404 for an unknown delivery or an invalid id', async () => {
    for (const id of ['dlv_999999', 'dlv_0', 'dlv_1x', 'x', 'dlv_99999999999999999999'])
      expect((await app.call('POST', `/api/postback-deliveries/${id}/resend`)).status).toBe(404);
    expect((await app.call('GET', '/api/postback-deliveries/dlv_999999')).status).toBe(404);
  });

  test('resends each selected delivery once, skips unknown ones, and accepts at most 500', async () => {
    const deliveries = await fail(3);
    target.behave(status(200));
    const [a, b] = deliveries.map(({ _id }) => _id);
    const { body } = await app.call<Resent>('POST', '/api/postback-deliveries/resend', {
      ids: [a, b, b, 'dlv_999999'],
    });
    expect(body).toMatchObject({ resent: 2, skipped: 1 });
    for (const delivery of deliveries.slice(0, 2))
      expect(await historyOf([delivery])).toEqual([
        { action: 'postback_deliveries.resend', after: { selected: 3, resent: 2 } },
      ]);
    expect(await historyOf(deliveries.slice(2))).toEqual([]);
    await app.statuses(offerId).toEqual(['delivered', 'delivered', 'exhausted']);
    const many = Array.from({ length: 501 }, (_, index) => `dlv_${index + 1}`);
    expect((await app.call('POST', '/api/postback-deliveries/resend', { ids: many })).status).toBe(400);
    expect((await app.call('POST', '/api/postback-deliveries/resend', { ids: [] })).status).toBe(400);
  });

  test('resends all failed ones of a postback, event and day, in bounded steps and once under concurrency', async () => {
    const today = { startDate: '2026-11-21', endDate: '2026-11-21' };
    const failed = await fail(2);
    await app.rows(
      `insert into postback_deliveries (custom_postback_id, conversion_id, priority, status, finished_at, macros)
       select $1, 'cnv_00000000000000000000' || lpad(i::text, 6, '0'), 1, 'exhausted', now(), '{"click_id":"C","event_name":"install"}'
       from generate_series(1, 1200) i`,
      [postbackId],
    );
    target.behave(status(200));
    const url = `/api/offers/${offerId}/postback-deliveries/resend-failed`;
    for (const filter of [{ event: 'deposit' }, { postbackId: 'cpb_other' }, { company: 'nobody' }])
      expect((await app.call<Resent>('POST', url, filter)).body).toMatchObject({ resent: 0, remaining: 0 });
    expect((await app.call<Resent>('POST', url, today)).body).toMatchObject({ resent: 2, remaining: 0 });
    expect(await historyOf(failed)).toEqual(
      Array(2).fill({ action: 'postback_deliveries.resend', after: { resent: 2 } }),
    );
    const both = await Promise.all([1, 2].map(() => app.call<Resent>('POST', url, {})));
    expect(both.map(({ body }) => body.resent).reduce((a, b) => a + b)).toBe(1_200);
    expect(Math.max(...both.map(({ body }) => body.resent))).toBeLessThanOrEqual(1_000);
    await expect.poll(async () => (await app.getPostback(postbackId)).waitingCount, { timeout: 20_000 }).toBe(0);
    // Two conversions failed once each; each delivery was sent again exactly once.
    expect(target.calls).toHaveLength(2 + 1_202);
    expect(new Set(target.deliveries).size).toBe(1_202);
    expect(await audits('postback_deliveries.resend_failed')).toHaveLength(3);
  });

  test('leaves deliveries of a deleted postback unchanged', async () => {
    const [delivery] = await fail(1);
    await app.call('DELETE', `/api/custom-postbacks/${postbackId}`);
    const answer = await app.call<Resent>('POST', `/api/postback-deliveries/${delivery?._id}/resend`);
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('wrong_state');
  });

  test('sends a delivery that waits hours for its retry at once', async () => {
    target.behave(status(429, '', { 'retry-after': '7200' }));
    await app.rows('update custom_postbacks set retry_count = 3 where id = $1', [postbackId]);
    await app.convert(offerId);
    await expect.poll(async () => (await app.deliveries(offerId))[0]?.attempts).toBe(1);
    target.behave(status(200));
    const [delivery] = await app.deliveries(offerId);
    expect((await app.call('POST', `/api/postback-deliveries/${delivery?._id}/resend`)).status).toBe(200);
    await app.statuses(offerId).toEqual(['delivered']);
  });
});

describe('the list', () => {
  test('filters by status, postback, event, company, click and day, newest first, in pages', async () => {
    await fail(2);
    target.behave(status(200));
    const second = await app.addActive(offerId, { companyName: 'Zeta', eventName: 'deposit', postbackUrl: target.url });
    const clickId = await app.convert(offerId, 'deposit');
    await app.statuses(offerId).toEqual(['delivered', 'exhausted', 'exhausted']);
    const count = async (query: string) => (await app.deliveries(offerId, query)).length;
    expect(await count('status=delivered')).toBe(1);
    expect(await count('status=exhausted&limit=1&page=2')).toBe(1);
    expect(await count('status=exhausted&limit=1&page=3')).toBe(0);
    expect(await count(`postbackId=${second._id}`)).toBe(1);
    expect(await count('event=INSTALL')).toBe(2);
    expect(await count('company=zeta')).toBe(1);
    expect(await count(`search=${clickId}`)).toBe(1);
    expect(await count('search=%25')).toBe(0);
    expect(await count('startDate=2000-01-01&endDate=2000-12-31')).toBe(0);
    expect(await count('startDate=2000-01-01')).toBe(3);
    const { body } = await app.call<{ total: number }>('GET', `/api/offers/${offerId}/postback-deliveries?limit=1`);
    expect(body.total).toBe(3);
    expect((await app.deliveries(offerId))[0]).toMatchObject({ clickId, companyName: 'Zeta', eventName: 'deposit' });
  });
});

describe('statistics', () => {
  // covers 001-2.26 001-3.15 001-7.19
  test('equal the attempts, by card, event, company, postback and day', async () => {
    await fail(2);
    target.behave(status(200));
    await app.addActive(offerId, { companyName: 'Zeta', eventName: 'deposit', postbackUrl: `${target.url}/z` });
    await app.addPostback(offerId, { companyName: 'Zeta' });
    await app.convert(offerId, 'deposit');
    await app.statuses(offerId).toEqual(['delivered', 'exhausted', 'exhausted']);
    const { body } = await app.call<{ stats: Record<string, unknown> & { series: { day: string; fired: number }[] } }>(
      'GET',
      `/api/offers/${offerId}/postback-stats?days=7`,
    );
    expect(body.stats).toMatchObject({
      totalPostbacks: 3,
      uniqueCompanies: 2,
      totalFired: 3,
      overallSuccessRate: 33.3,
      activePostbacks: 2,
      failedDeliveries: 2,
      waitingDeliveries: 0,
      eventBreakdown: {
        install: { count: 2, fired: 2, success: 0, errors: 2 },
        deposit: { count: 1, fired: 1, success: 1, errors: 0 },
      },
      companyBreakdown: {
        'Track & Co': { postbacks: 1, fired: 2, success: 0, errors: 2, successRate: 0 },
        Zeta: { postbacks: 2, fired: 1, success: 1, errors: 0, successRate: 100 },
      },
    });
    expect(body.stats.series).toHaveLength(7);
    expect(body.stats.series.at(-1)?.day).toBe('2026-11-21');
    expect(body.stats.series.map(({ fired }) => fired)).toEqual([0, 0, 0, 0, 0, 0, 3]);
    const [row] = await app.rows<{ logged: number }>(
      'select count(*) as logged from postback_attempts a join custom_postbacks p on p.id = a.custom_postback_id where p.offer_id = $1',
      [offerId],
    );
    expect(row?.logged).toBe(3);
  });
});

describe('the Test button', () => {
  // covers 001-4.13 001-7.21
  test('sends one request with sample values, shows the answer, and counts in no statistic', async () => {
    target.behave(status(201, 'thanks'));
    const postback = await app.addPostback(offerId, {
      postbackUrl: `${target.url}/t?c={click_id}&o={offer_id}&p1={p1}`,
      authentication: { type: 'bearer', token: 'tok-1234567890' },
    });
    const { body } = await app.call<{ testUrl: string; testResult: object }>(
      'POST',
      `/api/custom-postbacks/${postback._id}/test`,
      { testData: { p1: 'a b' } },
    );
    expect(body.testUrl).toBe(`${target.url}/t?c=TEST0CLICK0000000000000000&o=${offerId}&p1=a%20b`);
    expect(body.testResult).toEqual({
      success: true,
      statusCode: 201,
      responseTime: expect.any(Number),
      response: 'thanks',
      error: null,
    });
    expect(target.calls[0]).toMatchObject({ headers: { authorization: 'Bearer tok-1234567890' } });
    expect(await app.getPostback(postback._id)).toMatchObject({ status: 'inactive', statistics: { totalFired: 0 } });
    expect(await app.deliveries(offerId)).toEqual([]);
    expect(await audits('custom_postbacks.test')).toHaveLength(1);
  });

  // covers 001-7.21
  test('explains why the call failed', async () => {
    const postback = await app.addPostback(offerId, { postbackUrl: `${target.url}/t` });
    const impatient = await app.addPostback(offerId, { postbackUrl: `${target.url}/t`, timeout: 1000 });
    const press = async ({ _id } = postback) =>
      (await app.call<{ testResult: object }>('POST', `/api/custom-postbacks/${_id}/test`, {})).body.testResult;
    target.behave(status(500, 'oops'));
    expect(await press()).toMatchObject({
      success: false,
      statusCode: 500,
      response: 'oops',
      error: expect.stringContaining('HTTP 500'),
    });
    target.behave(() => undefined);
    expect(await press(impatient)).toMatchObject({
      success: false,
      statusCode: null,
      responseTime: expect.toSatisfy((ms) => ms >= 990 && ms < 10_000, 'the second that was waited for'),
      error: expect.stringContaining('timed out'),
    });
    target.behave(status(302, '', { location: 'https://elsewhere.example/' }));
    expect(await press()).toMatchObject({ success: false, error: expect.stringContaining('redirect') });
  });

  test('allows 30 calls a minute', async () => {
    const postback = await app.addPostback(offerId, { postbackUrl: `${target.url}/t` });
    target.behave(status(200));
    const codes: number[] = [];
    for (let i = 0; i < 32; i += 1)
      codes.push((await app.call('POST', `/api/custom-postbacks/${postback._id}/test`, {})).status);
    expect(codes.at(-1)).toBe(429);
    expect(target.calls.length).toBeLessThanOrEqual(30);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { createDeliveryApp } from './delivery-app.ts';
import { startTarget, status } from './tracking-target.ts';

const app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' });
const target = await startTarget();
await app.start();
beforeEach(() => {
  target.calls.length = 0;
  target.behave(status(200, 'ok'));
});

describe('a delivery', () => {
  // covers 001-2.33
  test("calls the active postbacks of an approved conversion's event, with every macro URL-encoded", async () => {
    const offerId = await app.createOffer();
    await app.addActive(offerId, {
      companyId: 'c&d',
      postbackUrl: `${target.url}/pb/{p1}?click={click_id}&o={offer_id}&e={event_name}&c={company_id}&t={timestamp}&ip={user_ip}&pay={payout}&cur={currency}&p2={p2}&p3={p3}&p4={p4}&p5={p5}&p6={p6}&x={unknown}`,
    });
    const rest = { p2: 'x & y=₹', p3: 'three+3', p4: '50%', p5: '#five', p6: 'छह' };
    const clickId = await app.convert(offerId, 'install', { p1: 'a/b?c', ...rest });
    await app.statuses(offerId).toEqual(['delivered']);
    const [call] = target.calls;
    expect(target.calls).toHaveLength(1);
    expect(call?.method).toBe('GET');
    expect(call?.url).toMatch(/^\/pb\/a%2Fb%3Fc\?/);
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
      click: clickId,
      o: offerId,
      e: 'install',
      c: 'c&d',
      t: expect.stringMatching(/^\d{10}$/),
      ip: '127.0.0.1',
      pay: '100',
      cur: 'INR',
      ...rest,
      x: '{unknown}',
    });
  });

  test('sends a POST with its escaped JSON body, and a content length even without a body', async () => {
    const offerId = await app.createOffer();
    await app.addActive(offerId, {
      httpMethod: 'POST',
      postbackUrl: `${target.url}/json`,
      bodyTemplate: '{"click":"{click_id}","p1":"{p1}","left":"{nothing}"}',
      priority: 1,
    });
    await app.addActive(offerId, { httpMethod: 'POST', postbackUrl: `${target.url}/bare`, priority: 2 });
    const clickId = await app.convert(offerId, 'install', { p1: 'a"b\\c\nd' });
    await app.statuses(offerId).toEqual(['delivered', 'delivered']);
    const [json, bare] = target.calls.toSorted((a, b) => (a.url > b.url ? -1 : 1));
    expect(json).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(json?.body ?? '')).toEqual({ click: clickId, p1: 'a"b\\c\nd', left: '{nothing}' });
    expect(bare).toMatchObject({ method: 'POST', body: '', headers: { 'content-length': '0' } });
    const bodies = await Promise.all(
      (await app.deliveries(offerId)).map(async ({ _id }) => (await app.delivery(_id)).body),
    );
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(expect.arrayContaining([json?.body, null]));
  });

  // covers 001-3.16
  test.each([
    [{ type: 'none' }, {}],
    [{ type: 'bearer', token: 'tok-1234567890' }, { authorization: 'Bearer tok-1234567890' }],
    [
      { type: 'basic', username: 'asha', password: 'pä:ss' },
      { authorization: `Basic ${Buffer.from('asha:pä:ss').toString('base64')}` },
    ],
    [{ type: 'api_key', apiKey: 'key-1234567890' }, { 'x-api-key': 'key-1234567890' }],
    [{ type: 'api_key', apiKey: 'key-1234567890', apiKeyHeader: 'X-Partner' }, { 'x-partner': 'key-1234567890' }],
  ])('sends authentication %o to the company', async (authentication, headers) => {
    const offerId = await app.createOffer();
    await app.addActive(offerId, { postbackUrl: `${target.url}/auth`, authentication });
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered']);
    expect(target.calls[0]?.headers).toMatchObject(headers);
    if (authentication.type === 'none') expect(target.calls[0]?.headers.authorization).toBeUndefined();
  });

  // covers 001-2.30 001-4.12 001-4.13
  test('fires only active postbacks, for approved conversions of the same event', async () => {
    const offerId = await app.createOffer({
      events: [
        { eventName: 'install', eventPayout: 1, eventCap: 1, isRequired: true },
        { eventName: 'deposit', eventPayout: 1, eventCap: 5, isRequired: false },
      ],
    });
    await app.addActive(offerId, { postbackUrl: `${target.url}/install` });
    await app.addPostback(offerId, { postbackUrl: `${target.url}/inactive` });
    const testing = await app.addPostback(offerId, { postbackUrl: `${target.url}/testing` });
    await app.call('PATCH', `/api/custom-postbacks/${testing._id}/toggle`, { status: 'testing' });
    const clickId = await app.convert(offerId, 'install');
    await app.convert(offerId, 'deposit');
    const over = await app.click(offerId, await app.newUser());
    expect((await app.send(offerId, 'install', { click_id: over })).body.code).toBe('over_cap');
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('duplicate');
    await app.statuses(offerId).toEqual(['delivered']);
    expect(target.calls.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/install/)]);
  });

  // covers 001-2.30
  test('reports nothing while paused, and does not catch up after it is resumed', async () => {
    const offerId = await app.createOffer();
    const { _id } = await app.addActive(offerId, { postbackUrl: `${target.url}/pause?c={click_id}` });
    const toggle = () => app.call('PATCH', `/api/custom-postbacks/${_id}/toggle`);
    const before = await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered']);
    await toggle();
    await app.convert(offerId);
    // A delivery is written with its conversion, so a wrong one would already be in the queue.
    expect(await app.deliveries(offerId)).toHaveLength(1);
    await toggle();
    const after = await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered', 'delivered']);
    expect(target.calls.map(({ query }) => query.get('c'))).toEqual([before, after]);
  });

  test('fills a macro in each notation', async () => {
    const offerId = await app.createOffer();
    const query = 'a={click_id}&b={{click_id}}&c=%7Bclick_id%7D&d=%7B%7Bclick_id%7D%7D&e={other}';
    await app.addActive(offerId, { postbackUrl: `${target.url}/macros?${query}` });
    const clickId = await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered']);
    expect(Object.fromEntries(target.calls[0]?.query ?? [])).toEqual({
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, clickId])),
      e: '{other}',
    });
  });

  test('rolls the conversion back when its delivery cannot be written', async () => {
    const offerId = await app.createOffer();
    const { _id } = await app.addActive(offerId, { postbackUrl: `${target.url}/both` });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.rows(
      `alter table postback_deliveries add constraint broken check (custom_postback_id <> '${_id}') not valid`,
    );
    const failed = await app.send(offerId, 'install', { click_id: clickId });
    await app.rows('alter table postback_deliveries drop constraint broken');
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect([await app.conversionsOf(clickId), await app.balance(uid)]).toEqual([[], 0]);
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('accepted');
    await app.statuses(offerId).toEqual(['delivered']);
  });

  test('fires for an alias of the event', async () => {
    const offerId = await app.createOffer();
    const postback = await app.addActive(offerId, { eventName: 'ORDER', postbackUrl: `${target.url}/d` });
    expect(postback.eventName).toBe('deposit');
    await app.convert(offerId, 'order');
    await app.statuses(offerId).toEqual(['delivered']);
  });

  test('calls the postback with the lowest priority number first', async () => {
    const offerId = await app.createOffer();
    for (const priority of [7, 2, 10, 1, 5])
      await app.addActive(offerId, { priority, postbackUrl: `${target.url}/p${priority}` });
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(Array(5).fill('delivered'));
    // Several start in one millisecond. Their answers may come in any order.
    const rows = await app.rows<{ priority: number; startedAt: Date }>(
      'select d.priority, a.started_at from postback_attempts a join postback_deliveries d on d.id = a.delivery_id where a.url ~ $1',
      [`^${target.url}/p\\d+$`],
    );
    const startedAt = rows.toSorted((a, b) => a.priority - b.priority).map((row) => row.startedAt.getTime());
    expect(startedAt).toHaveLength(5);
    expect(startedAt).toEqual(startedAt.toSorted((a, b) => a - b));
  });
});

describe('a failing company', () => {
  test.each([
    ['http_error', 500, status(500, 'broken')],
    ['http_error', 404, status(404)],
    ['redirect', 302, status(302, '', { location: '/elsewhere' })],
    ['http_error', 429, status(429)],
  ])(
    '%s (%i) is retried retryCount times, then exhausted, and each attempt is logged',
    async (error, _code, behaviour) => {
      target.behave(behaviour);
      const offerId = await app.createOffer();
      await app.addActive(offerId, { postbackUrl: `${target.url}/fail`, retryCount: 2 });
      await app.convert(offerId);
      await app.statuses(offerId).toEqual(['exhausted']);
      const [delivery] = await app.deliveries(offerId);
      expect(delivery).toMatchObject({ attempts: 3, attemptsLeft: 0, lastError: error, nextAttemptAt: null });
      expect(target.deliveries).toEqual(Array(3).fill(delivery?._id));
      const { attempts } = await app.delivery(delivery?._id ?? '');
      expect(attempts.map(({ number, error: each, success }) => [number, each, success])).toEqual([
        [3, error, false],
        [2, error, false],
        [1, error, false],
      ]);
    },
  );

  test('counts an incomplete answer at the timeout as a failure', async () => {
    target.behave((_call, response) => void response.writeHead(200).write('half'));
    const offerId = await app.createOffer();
    await app.addActive(offerId, { postbackUrl: `${target.url}/slow`, retryCount: 0, timeout: 1000 });
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(['exhausted']);
    const [delivery] = await app.deliveries(offerId);
    expect(delivery).toMatchObject({ lastError: 'timeout', lastStatusCode: null });
    expect(delivery?.lastResponseTime).toBeGreaterThanOrEqual(990);
  });

  test('delivers under the same delivery id after the company recovers', async () => {
    target.behave((_call, response, callNumber) => void response.writeHead(callNumber < 3 ? 503 : 204).end());
    const offerId = await app.createOffer();
    await app.addActive(offerId, { postbackUrl: `${target.url}/again`, retryCount: 3 });
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered']);
    expect(new Set(target.deliveries).size).toBe(1);
    expect((await app.deliveries(offerId))[0]).toMatchObject({ attempts: 3, lastStatusCode: 204, lastError: null });
  });

  test('keeps the first 2 KB of any answer', async () => {
    target.behave(status(200, `\u0000<script>${'₹'.repeat(2_000)}`));
    const offerId = await app.createOffer();
    await app.addActive(offerId, { postbackUrl: `${target.url}/long` });
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered']);
    const { attempts } = await app.delivery((await app.deliveries(offerId))[0]?._id ?? '');
    expect(attempts[0]).toMatchObject({ url: `${target.url}/long`, statusCode: 200, responseTime: expect.any(Number) });
    expect(attempts[0]?.response).toMatch(/^\uFFFD<script>₹{600,}$/u);
    expect(Buffer.byteLength(attempts[0]?.response ?? '')).toBeLessThanOrEqual(2_050);
  });

  test('waits for Retry-After', async () => {
    target.behave(status(429, '', { 'retry-after': '3600' }));
    const offerId = await app.createOffer();
    await app.addActive(offerId, { postbackUrl: `${target.url}/later` });
    await app.convert(offerId);
    await expect.poll(async () => (await app.deliveries(offerId))[0]?.attempts).toBe(1);
    const [delivery] = await app.deliveries(offerId);
    expect(delivery?.status).toBe('waiting');
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  });

  test('fails with a clear error and sends nothing when a secret cannot be decrypted', async () => {
    const offerId = await app.createOffer();
    const { _id } = await app.addActive(offerId, {
      postbackUrl: `${target.url}/sealed`,
      retryCount: 0,
      authentication: { type: 'bearer', token: 'tok-1234567890' },
    });
    await app.rows("update custom_postbacks set auth_sealed = 'v1.AAAA' where id = $1", [_id]);
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(['exhausted']);
    expect((await app.deliveries(offerId))[0]?.lastError).toBe('secret_unreadable');
    expect(target.calls).toEqual([]);
    expect((await app.getPostback(_id)).authentication).toEqual({ type: 'bearer' });
  });
});

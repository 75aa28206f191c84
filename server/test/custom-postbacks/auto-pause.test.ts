import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { readOutbox } from '#test/outbox.ts';
import { createSecondNode } from '#test/test-app.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createDeliveryApp, postbackInput } from './delivery-app.ts';
import { startTarget, status } from './tracking-target.ts';

const app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' });
await openAdminSession(app, 'second@example.com');
const target = await startTarget();
beforeEach(() => {
  target.calls.length = 0;
});

/** Deliveries as conversions enqueue them. */
const enqueue = (postbackId: string, count: number, from = 0) =>
  app.rows(
    `insert into postback_deliveries (custom_postback_id, conversion_id, priority, next_attempt_at, created_at, macros)
     select $1, 'cnv_' || $1 || lpad(i::text, 6, '0'), 1, $4::timestamptz - interval '1 second', $4, $5::jsonb
     from generate_series($2::int, $3::int) i`,
    [postbackId, from + 1, from + count, app.clock.now(), { click_id: 'C', event_name: 'install' }],
  );

const noneInFlight = () =>
  expect
    .poll(() => app.rows("select 1 from postback_deliveries where status = 'sending'"), { timeout: 15_000 })
    .toEqual([]);

const pauseMails = async () => (await readOutbox(app)).filter(({ text }) => text?.includes('is paused'));

/** More than two processes together can have in flight. */
const MANY = 2_500;

test('pauses after 20 failed deliveries in a row, and one call resumes it and sends the waiting ones', async () => {
  // The company rejects the requests, so the target counts as up.
  target.behave((_call, response) => void setTimeout(() => response.writeHead(400).end(), 20));
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: `${target.url}/x`, retryCount: 0 });
  const second = await createSecondNode(app);
  await enqueue(postback._id, MANY);
  await Promise.all([app.start(), second.start()]);

  await expect.poll(async () => (await app.getPostback(postback._id)).status, { timeout: 15_000 }).toBe('inactive');
  const paused = await app.getPostback(postback._id);
  expect(paused.pausedReason).toBe('20 deliveries in a row failed.');
  expect(paused.failuresInRow).toBeGreaterThanOrEqual(20);
  const pauses = () =>
    app.rows('select actor_kind, after from audit_log where action = $1 and entity_id = $2', [
      'custom_postbacks.auto_pause',
      postback._id,
    ]);
  expect(await pauses()).toMatchObject([{ actorKind: 'system', after: { status: 'inactive' } }]);
  // One to each administrator.
  const addresses = async () => (await pauseMails()).map(({ to }) => to?.[0]?.address).toSorted();
  await expect.poll(addresses, { timeout: 15_000 }).toEqual(['admin@example.com', 'second@example.com']);

  // Deliveries in flight have ended. The rest wait, and new conversions enqueue none.
  await noneInFlight();
  const sent = target.calls.length;
  expect(sent).toBeLessThan(MANY);
  await app.convert(offerId);
  const kept = await app.getPostback(postback._id);
  expect(kept.waitingCount).toBe(MANY - sent);
  expect((await app.deliveries(offerId, 'status=waiting'))[0]).toMatchObject({ held: true, nextAttemptAt: null });
  expect(await pauses()).toHaveLength(1);
  expect(target.calls).toHaveLength(sent);

  target.behave(status(200));
  const resumed = await app.activate(postback._id);
  expect(resumed).toMatchObject({ status: 'active', pausedReason: null, pausedAt: null, failuresInRow: 0 });
  await expect.poll(async () => (await app.getPostback(postback._id)).waitingCount, { timeout: 25_000 }).toBe(0);
  expect((await app.getPostback(postback._id)).status).toBe('active');
  expect(target.calls).toHaveLength(MANY);
  expect(new Set(target.deliveries).size).toBe(MANY);
  await second.stop();
});

test('does not pause after 19 failures, a success and 19 more failures', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: `${target.url}/y`, retryCount: 0 });
  for (const [code, count, from] of [
    [400, 19, 0],
    [200, 1, 19],
    [400, 19, 20],
  ] as const) {
    target.behave(status(code));
    await enqueue(postback._id, count, from);
    await expect.poll(async () => (await app.getPostback(postback._id)).waitingCount, { timeout: 15_000 }).toBe(0);
  }
  expect(await app.getPostback(postback._id)).toMatchObject({
    status: 'active',
    failuresInRow: 19,
    pausedReason: null,
  });
});

// covers 001-3.16
test('does not count failed attempts of a delivery that succeeds in the end', async () => {
  const tries = new Map<string, number>();
  target.behave((call, response) => {
    const id = String(call.headers['x-muneem-delivery']);
    tries.set(id, (tries.get(id) ?? 0) + 1);
    response.writeHead((tries.get(id) ?? 0) > 1 ? 200 : 400).end();
  });
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: `${target.url}/z`, retryCount: 1 });
  await enqueue(postback._id, 60);
  await expect.poll(async () => (await app.getPostback(postback._id)).waitingCount, { timeout: 15_000 }).toBe(0);
  expect(await app.getPostback(postback._id)).toMatchObject({
    status: 'active',
    failuresInRow: 0,
    statistics: { totalFired: 120, successCount: 60, errorCount: 60, successRate: 50 },
  });
});

test('pauses at once on 410 Gone and does not retry', async () => {
  target.behave(status(410));
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: `${target.url}/gone`, retryCount: 5 });
  await app.convert(offerId);
  await app.statuses(offerId).toEqual(['exhausted']);
  await expect.poll(async () => (await app.getPostback(postback._id)).status).toBe('inactive');
  expect((await app.getPostback(postback._id)).pausedReason).toContain('410');
  expect(target.calls).toHaveLength(1);
});

test.each([404, 410])('is not paused by calls that ended in %i after an admin entered another URL', async (code) => {
  const held: ServerResponse[] = [];
  target.behave(({ url }, response) => void (url === '/old' ? held.push(response) : response.end()));
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: `${target.url}/old`, retryCount: 0 });
  await enqueue(postback._id, 25);
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(25);
  const changed = postbackInput({ postbackUrl: `${target.url}/new`, retryCount: 0 });
  expect((await app.call('PUT', `/api/custom-postbacks/${postback._id}`, changed)).status).toBe(200);
  for (const response of held) response.writeHead(code).end();
  await expect.poll(async () => (await app.getPostback(postback._id)).waitingCount, { timeout: 15_000 }).toBe(0);
  // A pause follows its results in another transaction, before the next results.
  await enqueue(postback._id, 1, 25);
  await expect.poll(() => target.calls.at(-1)?.url, { timeout: 15_000 }).toBe('/new');
  await expect.poll(async () => (await app.getPostback(postback._id)).waitingCount, { timeout: 15_000 }).toBe(0);
  expect(await app.getPostback(postback._id)).toMatchObject({ status: 'active', failuresInRow: 0 });
});

test.each<[string, 'PUT' | 'PATCH' | 'DELETE', string, object?]>([
  ['changed to another URL', 'PUT', '', postbackInput({ postbackUrl: `${target.url}/new`, retryCount: 0 })],
  ['paused', 'PATCH', '/toggle', { status: 'inactive' }],
  ['deleted', 'DELETE', ''],
])('sends nothing more to the URL of a postback that is %s', async (what, method, path, change) => {
  const old = `/old/${method}`;
  const oldCalls = () => target.calls.filter(({ url }) => url === old).length;
  const held: ServerResponse[] = [];
  // A fast target: the worker claims more deliveries than it can send at once.
  target.behave(({ url }, response) => void (url === old && oldCalls() > 200 ? held.push(response) : response.end()));
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: target.url + old, retryCount: 0 });
  // Loads all changes, so that the activation is not read a second time and returns claimed deliveries.
  await app.call('POST', '/api/inbound-postbacks/explain', { url: '/postback' });
  await enqueue(postback._id, 600);
  await expect.poll(() => held.length, { timeout: 15_000 }).toBe(50);
  const count = async (of: string): Promise<number> =>
    (await app.rows(`select 1 from ${of} and custom_postback_id = $1`, [postback._id])).length;
  await expect.poll(() => count("postback_deliveries where status = 'sending'")).toBeGreaterThan(50);
  expect((await app.call(method, `/api/custom-postbacks/${postback._id}${path}`, change)).status, what).toBe(200);
  for (const response of held) response.end();
  await expect.poll(() => count('postback_attempts where true'), { timeout: 15_000 }).toBeGreaterThanOrEqual(250);
  expect(oldCalls()).toBe(250);
});

test('stops calling a target that is down, then sends it one call at a time', async () => {
  const down = await startTarget();
  down.behave(status(503));
  const offerId = await app.createOffer();
  const first = await app.addActive(offerId, { postbackUrl: `${down.url}/down`, retryCount: 10 });
  await enqueue(first._id, 15);
  await expect.poll(async () => (await app.getPostback(first._id)).restingUntil, { timeout: 15_000 }).not.toBeNull();
  await noneInFlight();
  const calls = down.calls.length;
  const sibling = await app.addActive(offerId, { postbackUrl: `${down.url}/same-target`, retryCount: 0 });
  await enqueue(sibling._id, 1);
  expect(sibling.restingUntil).not.toBeNull();
  expect(down.calls).toHaveLength(calls);

  down.behave(status(200));
  app.clock.set(new Date(Date.now() + 31_000));
  await expect.poll(async () => (await app.getPostback(first._id)).waitingCount, { timeout: 15_000 }).toBe(0);
  await expect.poll(async () => (await app.getPostback(sibling._id)).waitingCount, { timeout: 15_000 }).toBe(0);
  expect(await app.getPostback(first._id)).toMatchObject({ status: 'active', restingUntil: null });
  expect(await app.rows('select 1 from custom_postback_targets')).toEqual([]);
  await down.close();
});

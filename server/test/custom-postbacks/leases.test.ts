import { beforeEach, expect, test } from 'vitest';
import { claimDeliveries, type ClaimedDelivery } from '#features/custom-postbacks/delivery-queue.repository.ts';
import { recordAttempts, type AttemptRow } from '#features/custom-postbacks/attempts.repository.ts';
import { transaction, type Database, type Sql } from '#platform/database/index.ts';
import { createSecondNode } from '#test/test-app.ts';
import { createDeliveryApp, type DeliveryApp } from './delivery-app.ts';
import { startTarget, status, type TrackingTarget } from './tracking-target.ts';

let app: DeliveryApp;
let target: TrackingTarget;

beforeEach(async () => {
  app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' }, { now: '2026-11-21T06:00:00Z' });
  target = await startTarget();
});

const enqueue = (postbackId: string, count: number) =>
  app.rows(
    `insert into postback_deliveries (custom_postback_id, conversion_id, priority, next_attempt_at, created_at, macros)
     select $1, 'cnv_' || $1 || i, 1, $3, $3, '{"click_id":"C","event_name":"install"}' from generate_series(1, $2::int) i`,
    [postbackId, count, app.clock.now()],
  );

const claim = (limit = 500): Promise<ClaimedDelivery[]> =>
  claimDeliveries(app.database, { now: app.clock.now(), limit, rooms: new Map() });

const record = (delivery: ClaimedDelivery, more: Partial<AttemptRow>) => {
  const row: AttemptRow = {
    deliveryId: delivery.id,
    claims: delivery.claims,
    postbackId: delivery.postbackId,
    postbackVersion: delivery.postbackVersion,
    startedAt: app.clock.now(),
    method: 'GET',
    url: delivery.postbackUrl,
    success: false,
    status: 500,
    ms: 7,
    error: 'http_error',
    detail: null,
    response: '',
    becomes: 'exhausted',
    nextAttemptAt: app.clock.now(),
    ...more,
  };
  const options = { now: app.clock.now(), day: '2026-11-21', most: 20 };
  return transaction(app.database, (tx) => recordAttempts(tx, [row], options));
};

test('gives eight concurrent workers different deliveries, each within its limit', async () => {
  const offerId = await app.createOffer();
  const one = await app.addActive(offerId, { postbackUrl: `${target.url}/1` });
  await enqueue(one._id, 300);
  const taken = await Promise.all(Array.from({ length: 8 }, () => claim()));
  const ids = taken.flatMap((each) => each.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...taken.map(({ length }) => length))).toBeLessThanOrEqual(50);
  expect(ids.length).toBeGreaterThanOrEqual(50);
});

test('shares the limit of a target between its postbacks, lowest priority number first', async () => {
  const offerId = await app.createOffer();
  const late = await app.addActive(offerId, { postbackUrl: `${target.url}/late`, priority: 9 });
  const early = await app.addActive(offerId, { postbackUrl: `${target.url}/early`, priority: 2 });
  await enqueue(late._id, 40);
  await enqueue(early._id, 40);
  const taken = await claim();
  expect(taken.map(({ postbackId }) => postbackId)).toEqual([
    ...Array<string>(40).fill(early._id),
    ...Array<string>(10).fill(late._id),
  ]);
});

test('makes the deliveries of a dead process due when its lease expires, not before', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: target.url, timeout: 20_000 });
  await enqueue(postback._id, 1);
  const [first] = await claim();
  expect(first?.leaseUntil).toEqual(new Date(app.clock.now().getTime() + 35_000));
  app.clock.advance(34_999);
  expect(await claim()).toEqual([]);
  app.clock.advance(1);
  expect(await claim()).toMatchObject([{ id: first?.id, claims: 2 }]);
});

test('logs a late result after a takeover, and changes the state only if it was delivered', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: target.url });
  await enqueue(postback._id, 1);
  const [late] = await claim();
  app.clock.advance(60_000);
  const [current] = await claim();
  if (!late || !current) throw new Error('nothing was taken');
  await record(late, { becomes: 'exhausted' });
  expect((await app.deliveries(offerId))[0]).toMatchObject({ status: 'sending', attempts: 1 });
  expect(await app.getPostback(postback._id)).toMatchObject({
    failuresInRow: 0,
    statistics: { totalFired: 1, errorCount: 1 },
  });
  await record(late, { success: true, status: 200, error: null, becomes: 'delivered' });
  expect((await app.deliveries(offerId))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
  await record(current, { becomes: 'exhausted' });
  const [delivery] = await app.deliveries(offerId);
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 3 });
  const { attempts } = await app.delivery(delivery?._id ?? '');
  expect(attempts.map(({ number, success }) => [number, success])).toEqual([
    [3, false],
    [2, true],
    [1, false],
  ]);
  expect((await app.getPostback(postback._id)).statistics).toMatchObject({
    totalFired: 3,
    successCount: 1,
    errorCount: 2,
  });
});

test('settles deliveries correctly when their postback is paused or deleted in between', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: target.url });
  await enqueue(postback._id, 2);
  const [failing, delivered] = await claim();
  if (!failing || !delivered) throw new Error('nothing was taken');
  await app.call('PATCH', `/api/custom-postbacks/${postback._id}/toggle`, { status: 'inactive' });
  await record(failing, { becomes: 'waiting' });
  expect(await claim()).toEqual([]);
  await app.call('DELETE', `/api/custom-postbacks/${postback._id}`);
  await record(delivered, { success: true, status: 200, error: null, becomes: 'delivered' });
  const shown = async ({ id }: ClaimedDelivery) => (await app.delivery(`dlv_${id}`)).delivery.status;
  expect([await shown(failing), await shown(delivered)]).toEqual(['exhausted', 'delivered']);
});

test('puts unsent deliveries back on shutdown, and another process sends everything', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, { postbackUrl: target.url, timeout: 60_000 });
  await enqueue(postback._id, 120);
  target.behave(() => undefined);
  const first = await createSecondNode(app);
  await first.start();
  await expect.poll(() => target.calls.length, { timeout: 10_000 }).toBe(50);
  await first.stop();
  expect(await app.rows("select 1 from postback_deliveries where status <> 'waiting'")).toEqual([]);
  target.behave(status(200));
  await app.start();
  await expect.poll(async () => (await app.getPostback(postback._id)).waitingCount, { timeout: 20_000 }).toBe(0);
  expect((await app.getPostback(postback._id)).statistics).toMatchObject({ totalFired: 120, successCount: 120 });
  expect(new Set(target.deliveries).size).toBe(120);
});

const claims = async (): Promise<number> =>
  (await app.database.pool.query<{ claims: number }>('select claims from postback_deliveries')).rows[0]?.claims ?? 0;

/** Stalls the process between claiming and sending, and delays the confirmation of the return. */
function slowDown(database: Database): void {
  const { query, prepared, execute } = database;
  let stoodStill = false;
  const afterClaim = async <Rows>(rows: Promise<Rows>, text: string): Promise<Rows> => {
    const found = await rows;
    if (!stoodStill && /set status = 'sending'/.test(text) && Array.isArray(found) && found.length > 0) {
      stoodStill = true;
      app.clock.advance(11_000);
    }
    return found;
  };
  Object.assign(database, {
    query: (statement: Sql) => afterClaim(query(statement), statement.text),
    prepared: (name: string, text: string, values: readonly unknown[]) =>
      afterClaim(prepared(name, text, values), text),
    execute: async (statement: Sql) => {
      const count = await execute(statement);
      if (statement.text.includes("set status = 'waiting', next_attempt_at") && count > 0)
        await expect.poll(claims, { timeout: 10_000 }).toBe(2);
      return count;
    },
  });
}

test('sends a returned delivery once when it is claimed again before the return is confirmed', async () => {
  target.behave(status(200));
  const offerId = await app.createOffer();
  await app.addActive(offerId, { postbackUrl: target.url });
  await app.convert(offerId);
  slowDown(app.serverDatabase);
  await app.start();
  await app.statuses(offerId).toEqual(['delivered']);
  expect(target.calls).toHaveLength(1);
  expect(await claims()).toBe(2);
});

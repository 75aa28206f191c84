import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#platform/logger/index.ts';
import { createTracer } from '#platform/tracing/index.ts';
import { traceRewards } from '#features/evidence/trace-rewards.ts';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { startTarget } from '#test/custom-postbacks/tracking-target.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Record<string, string | boolean> }[];
  readonly status: { code?: number };
}

/** A small OTLP receiver. `status` is its answer. */
async function startCollector(status = 200) {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const answer = { status };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      if (
        answer.status === 200 &&
        request.url === '/v1/traces' &&
        request.headers['content-type'] === 'application/json'
      ) {
        bodies.push(body);
        const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, bodies, answer };
}

const attributeOf = (span: Span | undefined, name: string) =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('sends one trace for each click: click, postback, conversion and payout', async () => {
  const collector = await startCollector();
  // The clock stands still, because payments are read by the minute.
  const minute = new Date().setUTCHours(0, 0, 0, 0);
  const at = (seconds: number): Date => new Date(minute + seconds * 1000);
  const app = await createPostbackApp(
    { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` },
    { now: at(5).toISOString(), breaksBooks: true },
  );
  const offerId = await app.createOffer();
  await app.createUser('traced', { name: 'Asha Rao', email: 'asha@mail.example' });
  const clickId = await app.click(offerId, 'traced', { p1: 'secret-parameter' });
  const { body } = await app.send(offerId, 'install', { click_id: clickId });
  await app.send(offerId, 'install', { click_id: clickId, token: 'wrong' });
  // A payment by hand of another click, and a paid withdrawal of the user.
  const other = await app.click(offerId, 'traced');
  const [user] = await app.rows<{ id: number }>("select id from users where uid = 'traced'");
  await app.rows(
    `insert into conversions (id, click_id, click_created_at, offer_id, offer_title, event_name, event_key, user_id, source, status, reward_coins, created_at)
     values ('cnv_hand', $1, now(), $2, 'Game', 'paid', 'paid', $3, 'manual', 'approved', 5, $4)`,
    [other, offerId, user?.id, at(6)],
  );
  await app.rows(
    `with attempt as (
       insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id, status, sending_at, created_at)
       values ('att_1', 'wdr_1', 1, 'R1', 'bulkpe', 100, 'UPI', 'Asha Rao', 'asha@okbank', 'paid', $2, $2) returning id)
     insert into withdrawals (id, user_id, user_uid, hold_journal_id, last_attempt_id, coins, amount_paise, method, upi_id, status, created_at)
     select 'wdr_1', $1, 'traced', 0, id, 1, 100, 'upi', 'asha@okbank', 'completed', $2 from attempt`,
    [user?.id, at(20)],
  );
  await app.rows(
    "insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id, at) values ('system', 'payouts', 'Provider', 'withdrawals.complete', 'withdrawal', 'wdr_1', $1)",
    [at(30)],
  );
  const tracer = createTracer(collector.url, createLogger('silent'));
  await traceRewards({ database: app.database, clock: { now: () => at(61) } }, tracer);
  await tracer.stop();

  await expect.poll(() => collector.spans.filter(({ name }) => name === 'postback').length).toBeGreaterThan(0);
  const click = collector.spans.find(
    (span) => attributeOf(span, 'muneem.click_id') === clickId && span.name === 'click',
  );
  const trace = collector.spans.filter(({ traceId }) => traceId === click?.traceId);
  expect(click?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(trace.map(({ name }) => name).sort()).toEqual(['click', 'payout', 'postback']);
  for (const span of trace) {
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(span.parentSpanId).toBe(span.name === 'click' ? undefined : click?.spanId);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  }
  const postback = trace.find(({ name }) => name === 'postback');
  expect(attributeOf(postback, 'muneem.verdict')).toBe('accepted');
  expect(attributeOf(postback, 'muneem.conversion_id')).toBe(body.conversionId);
  const payouts = collector.spans.filter(({ name }) => name === 'payout');
  expect(payouts.map((span) => attributeOf(span, 'muneem.click_id')).sort()).toEqual([clickId, other].sort());
  expect(attributeOf(payouts[0], 'muneem.may_pay_others')).toBe(true);
  expect(
    collector.spans.filter(({ name }) => name === 'conversion').map((span) => attributeOf(span, 'muneem.source')),
  ).toEqual(['manual']);
  expect(collector.bodies.join()).not.toMatch(/asha|traced|secret-parameter|Rao|127\.0\.0\.1|token/i);
});

test('adds the attempt of a delivery to the trace of its click, without its parameters', async () => {
  const collector = await startCollector();
  const target = await startTarget();
  const app = await createDeliveryApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await app.start();
  const offerId = await app.createOffer();
  await app.addActive(offerId, { postbackUrl: `${target.url}/pb?click={click_id}&p={p1}` });
  const clickId = await app.convert(offerId, 'install', { p1: 'secret-parameter' });
  const named = () => collector.spans.filter(({ name }) => name === 'delivery');
  await expect.poll(() => named().length).toBe(1);
  const [delivery] = named();
  expect(attributeOf(delivery, 'muneem.click_id')).toBe(clickId);
  expect(attributeOf(delivery, 'server.address')).toBe(target.url);
  expect(attributeOf(delivery, 'http.response.status_code')).toBe('200');
  expect(collector.bodies.join()).not.toContain('secret-parameter');
});

test('keeps spans while the collector is away, and drops the newest beyond its limit', async () => {
  const collector = await startCollector(503);
  const tracer = createTracer(collector.url, createLogger('silent'));
  const at = new Date();
  const span = {
    clickId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    name: 'click',
    isRoot: true,
    startedAt: at,
    endedAt: at,
    attributes: {},
  };
  for (let n = 0; n < 5_000; n += 1) tracer.add(span);
  tracer.add({ ...span, clickId: 'not-a-click' });
  expect(tracer.figures).toEqual({ sent: 0, dropped: 5_000 - 4_096 });
  collector.answer.status = 200;
  await tracer.stop();
  expect(tracer.figures.sent).toBe(4_096);
  expect(collector.spans[0]).toMatchObject({ traceId: '01563e3ab5d3d6764c61efb99302bd5b' });
});

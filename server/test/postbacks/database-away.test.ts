import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { expect, test } from 'vitest';
import { platformCaller } from '#test/test-app.ts';
import { BROWSER, createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({ DATABASE_CONNECT_TIMEOUT_S: '4' }, { withLine: true });
const base = await app.listen();

/** Sends a postback over a real socket. @returns status, Retry-After and reason code */
async function ask(path: string, init: RequestInit = {}): Promise<[number, string | null, string]> {
  const answer = await fetch(base + path, { redirect: 'manual', ...init });
  return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as PostbackAnswer).code];
}

test('answers 503 with Retry-After during an outage, logs the postback later, and records its retry', async () => {
  const offerId = await app.createOffer();
  const { uid, clickId } = await app.newVisit(offerId);
  const url = `/postback/${offerId}/install?token=${app.token}&click_id=${clickId}`;
  await app.line?.cut();
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const notReady = await fetch(`${base}/readyz`);
  expect([notReady.status, await notReady.json()]).toEqual([503, { status: 'database unreachable' }]);
  expect(await ask(url)).toEqual([503, '2', 'not_stored']);
  expect(await ask(`${url}&reversed=1`)).toEqual([503, '2', 'not_stored']);
  expect(await ask(`/postback/${offerId}/nothing?token=${app.token}&click_id=${clickId}`)).toEqual([
    503,
    '2',
    'not_stored',
  ]);
  expect(await ask(`/postback/${offerId}/install?token=of-yesterday&click_id=${clickId}`)).toEqual([
    401,
    null,
    'bad_token',
  ]);
  // The log has tried to write at least once.
  await expect.poll(() => app.warnings).toContain('refused postbacks wait to be logged');
  await app.line?.mend();

  const logged = () =>
    app.rows<{ verdict: string; httpStatus: number }>(
      'select verdict, http_status from postback_log where click_id = $1 order by id',
      [clickId],
    );
  await expect
    .poll(logged)
    .toEqual([
      ...Array<object>(3).fill({ verdict: 'not_stored', httpStatus: 503 }),
      { verdict: 'bad_token', httpStatus: 401 },
    ]);
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await ask(url)).toEqual([200, null, 'accepted']);
  expect(await app.balance(uid)).toBe(100);
  expect(await app.conversionsOf(clickId)).toHaveLength(1);
});

/** A postback, a visit of a tracking link and a platform API write. No outage may turn them into a 500. */
async function askAll(offerId: string, url: string) {
  const user = {
    method: 'POST',
    body: JSON.stringify({ uid: `user-${crypto.randomUUID()}` }),
    headers: { 'content-type': 'application/json', ...platformCaller().headers },
  };
  const visit = { headers: { 'user-agent': BROWSER } };
  return Promise.all([ask(url), ask(`/track/${offerId}`, visit), ask('/api/platform/users', user)]);
}

const REFUSED = [
  [503, '2', 'not_stored'],
  [503, '5', 'unavailable'],
  [503, '5', 'unavailable'],
];

async function readiness(): Promise<unknown> {
  const answer = await fetch(`${base}/readyz`);
  return [answer.status, await answer.json()];
}

test('answers 503 when connections die silently, and recovers over new ones', async () => {
  const offerId = await app.createOffer();
  const { uid, clickId } = await app.newVisit(offerId);
  const url = `/postback/${offerId}/install?token=${app.token}&click_id=${clickId}`;
  app.line?.freeze();
  expect(await askAll(offerId, url)).toEqual(REFUSED);
  expect(await readiness()).toEqual([503, { status: 'database unreachable' }]);
  app.line?.thaw();
  await expect.poll(readiness).toEqual([200, { status: 'ready' }]);
  await expect.poll(() => ask(url)).toEqual([200, null, 'accepted']);
  expect(await app.balance(uid)).toBe(100);
});

test('answers 503 with Retry-After while the database is read-only, and keeps acknowledged postbacks', async () => {
  const offerId = await app.createOffer();
  const { uid, clickId } = await app.newVisit(offerId);
  const url = (event: string) => `/postback/${offerId}/${event}?token=${app.token}&click_id=${clickId}`;
  expect(await ask(url('install'))).toEqual([200, null, 'accepted']);
  app.line?.demote();
  await expect.poll(readiness).toEqual([503, { status: 'database read-only' }]);
  expect(await askAll(offerId, url('deposit'))).toEqual(REFUSED);
  expect(await app.balance(uid)).toBe(100);
  app.line?.promote();
  await expect.poll(readiness).toEqual([200, { status: 'ready' }]);
  await expect.poll(() => ask(url('deposit'))).toEqual([200, null, 'accepted']);
  expect(await ask(url('install'))).toEqual([200, null, 'duplicate']);
  expect(await app.conversionsOf(clickId)).toHaveLength(2);
});

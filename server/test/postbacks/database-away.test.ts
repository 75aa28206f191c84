import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
let base: string;
beforeAll(async () => {
  app = await createPostbackApp({}, { withLine: true });
  base = await app.listen();
});
afterAll(() => app.close());

/** @returns status, Retry-After and reason code, from a real socket as a network would get them */
async function ask(path: string): Promise<[number, string | null, string]> {
  const answer = await fetch(base + path);
  return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as PostbackAnswer).code];
}

test('while the database is away a postback is answered 503 with Retry-After; all of it is logged once it is back, and sent again it is recorded', async () => {
  const offerId = await app.createOffer();
  const uid = await app.newUser();
  const clickId = await app.click(offerId, uid);
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
  // Longer than the log waits for a write, so that it has been refused at least once.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await app.line?.mend();

  const logged = () =>
    app.rows<{ verdict: string; http_status: number }>(
      'select verdict, http_status from postback_log where click_id = $1 order by id',
      [clickId],
    );
  await expect
    .poll(logged)
    .toEqual([
      ...Array<object>(3).fill({ verdict: 'not_stored', http_status: 503 }),
      { verdict: 'bad_token', http_status: 401 },
    ]);
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await ask(url)).toEqual([200, null, 'accepted']);
  expect(await app.balance(uid)).toBe(100);
  expect(await app.conversionsOf(clickId)).toHaveLength(1);
});

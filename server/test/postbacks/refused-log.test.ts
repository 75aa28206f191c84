import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRefusedLog } from '#features/postbacks/refused-log.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
beforeAll(async () => void (app = await createPostbackApp({}, { withLine: true })));
afterAll(() => app.close());

test('while the database is away strangers fill half of what waits, by rows and by letters, and leave the rest to those who showed a token', async () => {
  const entry = (verdict: 'bad_token' | 'not_stored', url: string, body?: Record<string, unknown>) => ({
    verdict,
    httpStatus: 503,
    postback: {
      method: 'POST',
      url,
      ip: '198.51.100.1',
      userAgent: null,
      receivedAt: app.clock.now(),
      offerId: undefined,
      eventName: undefined,
      query: {},
      body,
    },
  });
  await app.line?.cut();
  const few = createRefusedLog(app.database, createLogger('silent'));
  for (let i = 0; i < 2_600; i += 1) few.add(entry('bad_token', '/few'), true);
  for (let i = 0; i < 2_600; i += 1) few.add(entry('not_stored', '/few'));
  const long = createRefusedLog(app.database, createLogger('silent'));
  const body = { a: 'x'.repeat(60_000) };
  for (let i = 0; i < 2_000; i += 1) long.add(entry('bad_token', '/long', body), true);
  for (let i = 0; i < 2_000; i += 1) long.add(entry('not_stored', '/long', body));
  await app.line?.mend();
  await few.stop();
  await long.stop();
  const logged = await app.rows<{ url: string; verdict: string; n: number }>(
    'select url, verdict, count(*) as n from postback_log group by 1, 2 order by 1, 2',
  );
  const count = (url: string, verdict: string) => logged.find((row) => row.url === url && row.verdict === verdict)?.n;
  expect([count('/few', 'bad_token'), count('/few', 'not_stored')]).toEqual([2_500, 2_500]);
  // 4 million letters of the 8, at 4,000 and some each.
  expect(count('/long', 'bad_token')).toBeGreaterThan(900);
  expect(count('/long', 'bad_token')).toBeLessThanOrEqual(1_000);
  expect(count('/long', 'not_stored')).toBeGreaterThan(900);
  expect(count('/long', 'not_stored')).toBeLessThanOrEqual(1_000);
});

import { expect, test } from 'vitest';
import { createRefusedLog } from '#features/postbacks/refuse-postback.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({}, { withLine: true });

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

test('stops after one try during a database outage and counts the lost rows', async () => {
  await app.line?.cut();
  const log = createRefusedLog(app.serverDatabase, createLogger('silent'));
  for (let i = 0; i < 1_200; i += 1) log.add(entry('not_stored', '/lost'), false);
  await log.stop();
  expect(log.dropped()).toBe(1_200);
  await app.line?.mend();
});

test('limits callers without a token to half of the log buffer during a database outage', async () => {
  await app.line?.cut();
  const few = createRefusedLog(app.serverDatabase, createLogger('silent'));
  for (let i = 0; i < 2_600; i += 1) few.add(entry('bad_token', '/few'), true);
  for (let i = 0; i < 2_600; i += 1) few.add(entry('not_stored', '/few'), false);
  const long = createRefusedLog(app.serverDatabase, createLogger('silent'));
  const body = { a: 'x'.repeat(60_000) };
  for (let i = 0; i < 2_000; i += 1) long.add(entry('bad_token', '/long', body), true);
  for (let i = 0; i < 2_000; i += 1) long.add(entry('not_stored', '/long', body), false);
  await app.line?.mend();

  const logged = async (url: string) => {
    const rows = await app.rows<{ verdict: string; n: number }>(
      'select verdict, count(*) as n from postback_log where url = $1 group by 1',
      [url],
    );
    return Object.fromEntries(rows.map(({ verdict, n }) => [verdict, n]));
  };
  await expect.poll(() => logged('/few'), { timeout: 30_000 }).toEqual({ bad_token: 2_500, not_stored: 2_500 });
  await long.stop();
  // 4 of the 8 million characters, at just over 4,000 each.
  const { bad_token: ofStrangers, not_stored: ofOthers } = await logged('/long');
  for (const count of [ofStrangers, ofOthers]) {
    expect(count).toBeGreaterThan(900);
    expect(count).toBeLessThanOrEqual(1_000);
  }
  await few.stop();
});

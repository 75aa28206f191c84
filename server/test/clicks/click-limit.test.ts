import { expect, test } from 'vitest';
import { createPostbackApp } from '../postbacks/postback-app.ts';

const app = await createPostbackApp({ CLICKS_PER_MINUTE: '2', TRUST_PROXY: 'on' }, { now: '2026-11-21T06:00:00.000Z' });
const offerId = await app.createOffer();

const visit = (from: string, base?: string) => {
  const headers = { 'x-forwarded-for': from };
  if (base !== undefined) return fetch(`${base}/track/${offerId}`, { headers, redirect: 'manual' });
  return app.http.fastify
    .inject({ url: `/track/${offerId}`, headers })
    .then((answer) => ({ status: answer.statusCode }));
};
const statuses = async (...from: string[]) => {
  const seen: number[] = [];
  for (const ip of from) seen.push((await visit(ip)).status);
  return seen;
};

test('answers 429 to a network beyond its clicks per minute, and keeps no click', async () => {
  const base = await app.listen();
  const flooder = '198.51.100.1';
  expect(await statuses(flooder, flooder, flooder)).toEqual([302, 302, 429]);
  const refused = (await visit(flooder, base)) as Response;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(refused.headers.get('content-type')).toContain('text/html');
  expect(await refused.text()).toContain('Too many links were opened from your network. Please try again in a minute.');
  expect(await app.rows('select id from clicks')).toHaveLength(2);
  expect(await statuses('198.51.100.2')).toEqual([302]);
});

test('counts an IPv6 /56 as one network', async () => {
  const household = ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:ff::1', '2001:db8:0:100::1'];
  expect(await statuses(...household)).toEqual([302, 302, 429, 302]);
});

test('resets the count each minute, also when the clock goes back', async () => {
  const from = '198.51.100.3';
  expect(await statuses(from, from, from)).toEqual([302, 302, 429]);
  app.clock.advance(60_000);
  expect(await statuses(from, from, from)).toEqual([302, 302, 429]);
  app.clock.advance(-3_600_000);
  expect(await statuses(from)).toEqual([302]);
});

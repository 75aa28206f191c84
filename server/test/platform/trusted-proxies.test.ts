import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createPostbackApp, type PostbackApp } from '../postbacks/postback-app.ts';

const ALLOWED = '203.0.113.5';
const CALLER = '198.51.100.9';
const PROXY = '127.0.0.1';
/** The caller forged the first address; the proxy appended the real one. */
const FORGED = `${ALLOWED}, ${CALLER}`;
/** The allowed caller called, and wrote another address first. */
const HONEST = `${CALLER}, ${ALLOWED}`;

let app: PostbackApp;

describe.each(['1', `${PROXY}/32, 192.0.2.0/24`])('behind the proxies %s', (setting) => {
  test('ignores a forged address in the allow-list, the log and the click', async () => {
    app = await createPostbackApp({ TRUST_PROXY: setting });
    const base = await app.listen();
    const offerId = await app.createOffer({ ipWhitelistSwitch: 'active', ipWhitelist: ALLOWED });
    // By inject the full server answers; over a socket the bare one does.
    const byInject = async (url: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const answer = await app.http.fastify.inject({ url, headers, remoteAddress: PROXY });
      return { status: answer.statusCode, location: String(answer.headers.location) };
    };
    const bySocket = async (url: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const answer = await fetch(base + url, { headers, redirect: 'manual' });
      return { status: answer.status, location: String(answer.headers.get('location')) };
    };
    for (const send of [byInject, bySocket]) {
      const { location } = await send(`/track/${offerId}?p1=x`, FORGED);
      const clickId = new URL(location).searchParams.get('c') ?? '';
      expect(await addressOf('clicks', 'click_ip', `id = '${clickId}'`)).toEqual([CALLER]);
      const postback = `/postback/${offerId}/install?token=${app.token}&click_id=${clickId}`;
      expect((await send(postback, FORGED)).status).toBe(403);
      await expect.poll(() => addressOf('postback_log', 'ip', `click_id = '${clickId}'`)).toEqual([CALLER]);
      expect(await app.conversionsOf(clickId)).toEqual([]);
      expect((await send(postback, HONEST)).status).toBe(200);
    }
  });
});

test('ignores the header of a proxy that is not trusted', async () => {
  app = await createPostbackApp({ TRUST_PROXY: '192.0.2.1/32' });
  const offerId = await app.createOffer({ ipWhitelistSwitch: 'active', ipWhitelist: ALLOWED });
  const clickId = await app.click(offerId, await app.newUser());
  const from = { remoteAddress: CALLER, headers: { 'x-forwarded-for': ALLOWED } };
  expect((await app.send(offerId, 'install', { click_id: clickId }, from)).status).toBe(403);
});

test('warns at most once an hour that requests carry X-Forwarded-For while TRUST_PROXY is off', async () => {
  const warnings: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  app = await createPostbackApp({}, { logger });
  const base = await app.listen();
  const call = (path: string, headers: Record<string, string> = { 'x-forwarded-for': CALLER }) =>
    fetch(base + path, { headers });
  const ofProxy = () => warnings.filter((line) => line.includes('TRUST_PROXY is off')).length;
  await call('/healthz', {});
  expect(ofProxy()).toBe(0);
  for (const path of ['/track/none', '/healthz', '/postback']) await call(path);
  expect(ofProxy()).toBe(1);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  for (let i = 0; i < 2; i += 1) await call('/healthz');
  expect(ofProxy()).toBe(2);
});

async function addressOf(table: string, column: string, where: string): Promise<unknown[]> {
  const rows = await app.rows(`select host(${column}) as ip from ${table} where ${where}`);
  return rows.map(({ ip }) => ip);
}

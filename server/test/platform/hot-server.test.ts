import { expect, test } from 'vitest';
import { BROWSER, createPostbackApp } from '../postbacks/postback-app.ts';

/** The same URLs over a socket, where the bare server answers, and by inject, where the full one does. */
const app = await createPostbackApp();
const base = await app.http.fastify.listen({ host: '127.0.0.1', port: 0 });

test('records a postback from query or body over a socket, without browser headers in the answer', async () => {
  const offerId = await app.createOffer();
  const { clickId } = await app.newVisit(offerId);
  const url = `${base}/postback/${offerId}/install?token=${app.token}`;
  const first = await fetch(`${url}&click_id=${clickId}`);
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.headers.get('content-security-policy')).toBeNull();
  expect(await first.json()).toMatchObject({ success: true, code: 'accepted', duplicate: false });
  const again = await fetch(url, { method: 'POST', body: new URLSearchParams({ click_id: clickId }) });
  expect(await again.json()).toMatchObject({ success: true, code: 'duplicate', duplicate: true });
  expect(await app.conversionsOf(clickId)).toHaveLength(1);
});

test('redirects a tracking link over a socket as by inject, and counts it once', async () => {
  const offerId = await app.createOffer();
  const headers = { 'user-agent': BROWSER };
  const response = await fetch(`${base}/track/${offerId}?p1=x`, { headers, redirect: 'manual' });
  const injected = await app.call('GET', `/track/${offerId}?p1=x`, undefined, { headers });
  expect(response.status).toBe(302);
  const withoutClick = (location: unknown): string => String(location).replace(/[0-9A-HJKMNP-TV-Z]{26}/, 'CLICK');
  expect(withoutClick(response.headers.get('location'))).toBe(withoutClick(injected.headers.location));
  for (const name of ['cache-control', 'x-robots-tag', 'referrer-policy', 'x-content-type-options'])
    expect(response.headers.get(name), name).toBe(injected.headers[name]);
  expect(await app.rows('select id from clicks where offer_id = $1', [offerId])).toHaveLength(2);
});

test.each([
  ['GET', '/track/ofr_unknown'],
  ['HEAD', '/track/ofr_unknown'],
  ['POST', '/track/ofr_unknown'],
  ['GET', '/postback/a/b/c'],
  ['GET', '/postback/a'],
  ['GET', '/postbacks'],
  ['PUT', '/postback/a/b'],
  ['HEAD', '/postback/a/b'],
  ['OPTIONS', '/postback'],
  ['GET', '/track'],
  ['GET', '/postback/%zz/install'],
  ['GET', '/postback?event=install'],
  ['GET', '/healthz'],
] as const)('%s %s has the same answer over a socket and by inject', async (method, url) => {
  const response = await fetch(base + url, { method, headers: { 'user-agent': BROWSER } });
  const injected = await app.http.fastify.inject({ method, url, headers: { 'user-agent': BROWSER } });
  expect(response.status).toBe(injected.statusCode);
  expect(await response.text()).toBe(injected.body);
  const names = ['content-type', 'content-security-policy', 'cache-control', 'x-content-type-options', 'allow'];
  for (const name of names) expect(response.headers.get(name) ?? undefined, name).toBe(injected.headers[name]);
});

test.each(['HEAD', 'OPTIONS', 'PUT'])('refuses a postback by %s with the methods that are allowed', async (method) => {
  for (const path of ['/postback', '/postback/ofr_1/install']) {
    const response = await fetch(`${base}${path}?token=${app.token}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  }
});

/** A request that the bare server forwards. It must refuse it as the full server does, without delay. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly type?: string;
  readonly body?: string;
}

async function bothWays({ method, url, type, body }: Call) {
  const headers = { 'user-agent': BROWSER, ...(type === undefined ? {} : { 'content-type': type }) };
  const payload = body === undefined ? {} : { payload: body };
  const injected = await app.http.fastify.inject({ method, url, headers, ...payload });
  const response = await fetch(base + url, {
    method,
    headers,
    body: body ?? null,
    signal: AbortSignal.timeout(10_000),
  });
  return { response, text: await response.text(), injected };
}

test.each<Call>([
  { method: 'POST', url: '/postback/a/b/c', type: 'application/json', body: '{}' },
  { method: 'POST', url: '/postback/a/b/c', type: 'application/json', body: '{not json' },
  { method: 'POST', url: '/postback/a', type: 'text/plain', body: 'a=b' },
  { method: 'POST', url: '/postback/a/b/c', type: 'text/xml', body: '<a/>' },
  { method: 'POST', url: '/track/ofr_1', type: 'application/json', body: '{"a":1}' },
  { method: 'POST', url: '/track', type: 'application/json', body: '{"a":1}' },
  { method: 'PUT', url: '/postback/a/install', type: 'application/json', body: '{"a":1}' },
  { method: 'DELETE', url: '/postback/a/install', type: 'application/json', body: '{"a":1}' },
  { method: 'POST', url: `/postback/${'a'.repeat(600)}/install`, type: 'application/json', body: '{"a":1}' },
])('refuses an unexpected body without waiting for it: $method $url $body', async (call) => {
  const { response, text, injected } = await bothWays(call);
  expect(response.status).toBe(injected.statusCode);
  expect(text).toBe(injected.body);
});

test('hides the cause when a click of a tracking link cannot be stored', async () => {
  const offerId = await app.createOffer();
  await app.rows('alter table clicks rename to clicks_away');
  try {
    const { response, text, injected } = await bothWays({ method: 'GET', url: `/track/${offerId}?p1=x` });
    expect(injected.statusCode).toBe(500);
    expect(response.status).toBe(500);
    expect(text).toBe(injected.body);
    expect(text).not.toContain('clicks');
    expect(response.headers.get('cache-control')).toBe('no-store');
  } finally {
    await app.rows('alter table clicks_away rename to clicks');
  }
});

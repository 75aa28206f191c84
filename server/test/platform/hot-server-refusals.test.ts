import { afterAll, expect, test } from 'vitest';
import { BROWSER, createPostbackApp } from '../postbacks/postback-app.ts';

/** Requests that the bare server forwards. It must refuse them as the full server does, without delay. */
const app = await createPostbackApp();
const base = await app.http.fastify.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

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

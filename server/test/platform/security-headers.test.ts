import { describe, expect, test } from 'vitest';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** The page, an API answer, a refusal, a server error, and an unknown path. */
async function everyKindOfAnswer() {
  const { headers } = await openAdminSession(app);
  const answers = [];
  for (const call of [
    { url: '/' },
    { url: '/api/stats', headers },
    { url: '/api/stats' },
    { url: '/api/nothing-here' },
    { url: '/api/users', method: 'DELETE' as const },
  ])
    answers.push(await app.http.fastify.inject(call));
  await app.database.prepared('', 'alter table problems rename to problems_away', []);
  const fault = await app.http.fastify.inject({ url: '/api/problems', headers });
  expect(fault.statusCode).toBe(500);
  expect(fault.json()).toEqual({ success: false, code: 'internal', message: expect.any(String) as string });
  expect(fault.body).not.toContain('problems_away');
  return [...answers, fault];
}

describe.each([
  ['https://admin.example.com', 'max-age=31536000; includeSubDomains'],
  ['http://admin.example.com', undefined],
])('at %s', (publicUrl, transportSecurity) => {
  test('sends the security headers with every kind of answer', async () => {
    app = await createTestApp({ PUBLIC_URL: publicUrl });
    for (const { headers, statusCode } of await everyKindOfAnswer()) {
      expect(headers, String(statusCode)).toMatchObject({
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-site',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['strict-transport-security'], String(statusCode)).toBe(transportSecurity);
    }
  });
});

test('allows connections only to the configured origins', async () => {
  app = await createTestApp({ CORS_ORIGINS: 'https://back-office.example' });
  const { headers } = await app.http.fastify.inject('/api/stats');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://back-office.example;");
});

test('allows only the configured origins to read answers, without cookies', async () => {
  const [listed, other] = ['https://back-office.example', 'https://elsewhere.example'];
  /** The CORS headers of a call and of its preflight for a browser at `origin`. */
  const told = async (origin: string) => {
    const answers = [];
    for (const call of [
      { url: '/api/stats' },
      { url: '/api/offers/x', method: 'OPTIONS' as const, headers: { 'access-control-request-method': 'DELETE' } },
    ]) {
      const { headers } = await app.http.fastify.inject({ ...call, headers: { ...call.headers, origin } });
      answers.push(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-'))));
    }
    return answers;
  };
  app = await createTestApp({ CORS_ORIGINS: listed });
  expect(await told(listed)).toEqual([
    { 'access-control-allow-origin': listed, 'access-control-expose-headers': expect.any(String) },
    {
      'access-control-allow-origin': listed,
      'access-control-expose-headers': expect.any(String),
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
    },
  ]);
  for (const headers of await told(other)) expect(headers).not.toHaveProperty('access-control-allow-origin');
  await app.close();
  app = await createTestApp();
  expect(await told(other)).toEqual([{}, {}]);
});

// covers 000-6.6
test('exposes the promised headers to a page of another origin', async () => {
  const origin = 'https://back-office.example';
  app = await createTestApp({ CORS_ORIGINS: origin });
  const { headers: bearer } = await openAdminSession(app);
  const ask = (url: string) => app.http.fastify.inject({ url, headers: { ...bearer, origin } });
  const answers: readonly (readonly [string, Awaited<ReturnType<typeof ask>>])[] = [
    ['x-total-count', await ask('/api/offers/prime')],
    ['content-disposition', await ask('/api/exports/users.csv')],
  ];
  for (const [name, { headers }] of answers) {
    expect(headers[name], name).toBeDefined();
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(String(headers['access-control-expose-headers']).toLowerCase().split(', ')).toContain(name);
  }
  const exposed = answers[0]?.[1].headers['access-control-expose-headers'];
  expect(exposed).toBe(
    'Content-Disposition, Idempotent-Replayed, Retry-After, X-Request-Id, X-Total-Count, x-data-age-ms',
  );
});

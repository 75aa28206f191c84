import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each([
  ['PATCH', '/api/offers/ofr_1', 'DELETE, GET, HEAD, PUT'],
  ['PATCH', '/api/offers/ofr_1/', 'DELETE, GET, HEAD, PUT'],
  ['DELETE', '/api/offers', 'POST'],
  ['GET', '/api/auth/login', 'POST'],
  ['HEAD', '/api/auth/login?x=1', 'POST'],
  ['POST', '/api/offers/prime', 'DELETE, GET, HEAD, PUT'],
  ['POST', '/api/stats', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
] as const)('%s %s answers 405 with the allowed methods', async (method, url, allow) => {
  const answer = await app.http.fastify.inject({ method, url });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers['allow']).toBe(allow);
  if (method === 'HEAD') return;
  expect(answer.json()).toEqual({
    success: false,
    code: 'method_not_allowed',
    message: `${url} takes ${allow}, not ${method}.`,
  });
});

test.each(['/api/nothing', '/api/offers/a/b/c', '/api/statsx', '/assets/none.js'])(
  'answers 404 for an unknown path, for every method: %s',
  async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await app.http.fastify.inject({ method, url });
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
      expect(answer.headers['allow']).toBeUndefined();
    }
  },
);

// covers 000-6.12
test('rejects an unsupported method on every route', async () => {
  const wrong: string[] = [];
  for (const { path } of app.http.routes) {
    const url = path.replaceAll(/:[A-Za-z]+/g, 'x');
    const answer = await app.http.fastify.inject({ method: 'PROPFIND' as 'GET', url });
    if (answer.statusCode !== 405 || !answer.headers['allow']) wrong.push(`${path}: ${answer.statusCode}`);
  }
  expect(wrong).toEqual([]);
});

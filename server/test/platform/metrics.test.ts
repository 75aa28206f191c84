import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/test-app.ts';

const METRICS_TOKEN = 'metrics-token-of-a-test';

let app: TestApp;
afterEach(() => app.close());

const read = async (authorization?: string) => {
  const headers = authorization === undefined ? {} : { authorization };
  const { statusCode, body } = await app.http.fastify.inject({ url: '/metrics', headers });
  return { statusCode, body };
};

test('has no metrics unless a token is set', async () => {
  app = await createTestApp();
  expect((await read()).statusCode).toBe(404);
  expect((await read('Bearer ')).statusCode).toBe(404);
});

test('requires the token, and exposes no user data', async () => {
  app = await createTestApp({ METRICS_TOKEN });
  for (const wrong of [undefined, 'Bearer ', 'Bearer wrong', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`])
    expect(await read(wrong), wrong).toEqual({ statusCode: 401, body: 'unauthorized' });
  await app.http.fastify.inject('/api/platform/users/asha-of-somewhere?search=secret');
  const { statusCode, body } = await read(`Bearer ${METRICS_TOKEN}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('route="/api/platform/users/:uid",status="401"');
  expect(body).toContain('db_pool_connections{state="all"}');
  expect(body).not.toMatch(/asha-of-somewhere|secret/);
});

import { expect, test } from 'vitest';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();

// covers 000-6.12
test.each([
  ['PATCH', '/api/offers/ofr_1'],
  ['GET', '/api/auth/login'],
  ['POST', '/healthz'],
  ['GET', '/api/nothing'],
  ['DELETE', '/api/statsx'],
  ['POST', '/assets/none.js'],
] as const)('answers 404 to %s %s', async (method, url) => {
  const answer = await app.http.fastify.inject({ method, url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ success: false, code: 'not_found', message: `Nothing found at ${method} ${url}.` });
});

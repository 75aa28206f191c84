import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newToken } from '#platform/crypto/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({ TRUST_PROXY: 'on' });
// More than a thousand calls belong to one minute, however long they take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const read = async (token: string, ip = '203.0.113.7'): Promise<number> =>
  (
    await app.http.fastify.inject({
      url: '/api/audit/choices',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ip },
    })
  ).statusCode;

it('limits invented tokens per network, and live sessions per session', async () => {
  const { token } = await openAdminSession(app);
  expect(await read(token)).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 600; i += 1) statuses.push(await read(newToken()));
  expect(statuses.slice(0, 599)).toEqual(Array.from({ length: 599 }, () => 401));
  expect(statuses[599]).toBe(429);
  expect(await read(token)).toBe(200);
  expect(await read(newToken(), '203.0.114.7')).toBe(401);
  for (let i = 0; i < 598; i += 1) await read(token, '198.51.100.1');
  expect(await read(token, '198.51.100.2')).toBe(200);
  expect(await read(token, '198.51.100.3')).toBe(429);
});

it('counts an IPv6 /56 as one network, because a customer of a provider has one', async () => {
  const inside = (i: number): string => `2001:db8:0:${(i % 256).toString(16)}::1`;
  for (let i = 0; i < 600; i += 1) await read(newToken(), inside(i));
  expect(await read(newToken(), inside(77))).toBe(429);
  expect(await read(newToken(), '2001:db8:0:100::1')).toBe(401);
});

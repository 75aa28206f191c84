import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

describe('what is no proper request', () => {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await createTestApp();
    base = await app.listen();
  });
  afterAll(() => app.close());

  async function send(bytes: string): Promise<{ head: string; body: unknown }> {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.end(bytes);
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'close');
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    return { head, body: body === '' ? undefined : (JSON.parse(body) as unknown) };
  }

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
    [
      'headers beyond the limit',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an address that cannot be decoded',
      'GET /api/offers/% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'bad_request',
    ],
  ])('%s is refused in the shape of every error', async (_what, bytes, status, code) => {
    const { head, body } = await send(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain('cache-control: no-store');
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(body).toMatchObject({ success: false, code, message: expect.stringMatching(/\.$/) as string });
  });

  test('TRACE echoes nothing', async () => {
    const { head, body } = await send(
      'TRACE /api/stats HTTP/1.1\r\nHost: x\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1.1 40[0-9] /);
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(JSON.stringify(body)).not.toContain('s3cret');
  });

  test('two lengths, or a length beside chunks, are no request', async () => {
    for (const lengths of [
      'Content-Length: 2\r\nContent-Length: 3',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
    ]) {
      const { head } = await send(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n{}`);
      expect(head, lengths).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test('a query key that is given twice is refused', async () => {
    const { headers } = await openAdminSession(app);
    const answer = await app.http.fastify.inject({ url: '/api/users?page=1&page=2', headers });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('"page"') as string },
    ]);
  });

  test('a message of the specification is not changed by the name of its field', async () => {
    const { headers } = await openAdminSession(app);
    const answer = await app.http.fastify.inject({
      method: 'POST',
      url: '/api/offers',
      headers,
      payload: offerInput({ customClickIdParams: ['a b'] }),
    });
    expect(answer.json()).toMatchObject({
      message: 'Invalid parameter names: a b. Only letters, numbers, underscores, and hyphens are allowed.',
    });
    const list = await app.http.fastify.inject({ url: '/api/users?limit=501', headers });
    expect(list.json()).toMatchObject({ message: 'limit: This value cannot be used here.' });
    const long = await app.http.fastify.inject({ url: `/api/users?search=${'x'.repeat(10_000)}`, headers });
    expect(long.json()).toMatchObject({ message: 'Search for at most 200 characters' });
    const reason = await app.http.fastify.inject({
      method: 'POST',
      url: '/api/withdrawals/reject-all',
      headers,
      payload: { adminReason: 'x'.repeat(10_000) },
    });
    expect(reason.json()).toMatchObject({ errors: { adminReason: 'Use at most 500 characters' } });
  });

  test('a new bearer token with each call is not a new caller on the open routes', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 35; i += 1) {
      const { statusCode } = await app.http.fastify.inject({
        method: 'POST',
        url: '/api/auth/reset-password',
        headers: { authorization: `Bearer guess-${i}` },
        payload: { token: `guess-${i}`, newPassword: 'whatever' },
      });
      statuses.push(statusCode);
    }
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 429]);
  });

  test('addresses of one IPv6 network are one caller', async () => {
    const statuses: number[] = [];
    for (let i = 1; i <= 31; i += 1) {
      const { statusCode } = await app.http.fastify.inject({
        method: 'POST',
        url: '/api/auth/forgot-password',
        remoteAddress: `2001:db8::${i.toString(16)}`,
        payload: {},
      });
      statuses.push(statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

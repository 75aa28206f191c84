import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthApp, EMAIL, PASSWORD } from './auth-app.ts';

let mailsBefore: number;
const app = await createAuthApp();
beforeEach(() => void (mailsBefore = app.mail.mails.length));
afterAll(() => app.close());

describe('a request from another site', () => {
  const body = { email: EMAIL, password: PASSWORD };

  it.each<[string, Record<string, string>]>([
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site of a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }],
    ['Origin', { origin: 'https://evil.example' }],
    ['opaque Origin', { origin: 'null' }],
  ])('is refused by its %s', async (_header, headers) => {
    expect(await app.post('login', body, headers)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(app.mail.mails).toHaveLength(mailsBefore);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'is refused as a plain form (%s) without these headers',
    async (type) => {
      const answer = await app.http.fastify.inject({
        method: 'POST',
        url: '/api/auth/forgot-password',
        headers: { 'content-type': type },
        payload: `email=${encodeURIComponent(EMAIL)}`,
      });
      expect(answer.statusCode).toBe(415);
      expect(app.mail.mails).toHaveLength(mailsBefore);
    },
  );

  it('is distinguished from our own page and from programs', async () => {
    expect(
      (await app.post('login', body, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' })).status,
    ).toBe(200);
    expect((await app.post('login', body, { origin: 'https://admin.example.com' })).status).toBe(200);
    expect((await app.post('login', body, { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' })).status).toBe(200);
    expect((await app.post('login', body)).status).toBe(200);
  });
});

describe('a path with another spelling', () => {
  const form = `email=${encodeURIComponent(EMAIL)}&password=${encodeURIComponent(PASSWORD)}`;
  const json = JSON.stringify({ email: EMAIL, password: PASSWORD });

  /** Writes the request by hand, because HTTP clients normalise paths. @returns the status */
  async function send(address: string, headers: readonly string[], body: string): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    const head = [`POST ${address} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
    socket.write([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'close');
    return Number(text.split(' ', 2)[1]);
  }
  let port: number;
  beforeAll(async () => void (port = Number(new URL(await app.listen()).port)));

  const routed = [
    '/%61pi/auth/login',
    '/ap%69/auth/login',
    '/%61%70%69/%61uth/log%69n/',
    '/api/auth/login#/',
    'http://localhost/api/auth/login',
    'https://localhost/%61pi/auth/login?x=1',
  ];
  it.each(routed)('is refused to another site: %s', async (address) => {
    const type = 'Content-Type: application/json';
    expect(await send(address, [type, 'Sec-Fetch-Site: cross-site'], json)).toBe(403);
    expect(await send(address, [type, 'Origin: https://evil.example'], json)).toBe(403);
    expect(await send(address, ['Content-Type: application/x-www-form-urlencoded'], form)).toBe(415);
    expect(await send(address, ['Content-Type: text/plain'], json)).toBe(415);
    expect(app.mail.mails).toHaveLength(mailsBefore);
    expect(await send(address, [type], json), 'a program').toBe(200);
  });

  it.each(['//api/auth/login', '/api//auth/login', '/API/auth/login', '/api;x/auth/login', '/api/auth/login;x=1'])(
    'is not found: %s',
    async (address) => {
      expect(await send(address, ['Content-Type: application/json'], json)).toBe(404);
      expect(await send(address, ['Content-Type: application/x-www-form-urlencoded'], form)).toBe(404);
      expect(app.mail.mails).toHaveLength(mailsBefore);
    },
  );
});

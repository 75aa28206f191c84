import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { installWebClient } from '#platform/http/index.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { createBareServer } from './bare-server.ts';

/** Serves a web client of two screens. @returns its address and the lines of its error log */
async function serveClient(): Promise<{ base: URL; errorLines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'muneem-web-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'screens.json'), '["/","/edit-offer/$id"]');
  const errorLines: string[] = [];
  const http = await createBareServer({
    logger: pino({ level: 'error' }, { write: (line: string) => void errorLines.push(line) }),
  });
  await installWebClient(http, folder);
  onTestFinished(async () => {
    await http.fastify.close();
    await rm(folder, { recursive: true });
  });
  return { base: new URL(await http.fastify.listen({ host: '127.0.0.1', port: 0 })), errorLines };
}

test('answers 404 and logs no error for dot segments, also where the web client is served', async () => {
  const { base, errorLines } = await serveClient();
  for (const path of [
    '/images/../../etc/passwd',
    '/images/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/.%2e/x',
  ]) {
    const call = request({ host: base.hostname, port: base.port, path, agent: false }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode, path).toBe(404);
  }
  expect(errorLines).toEqual([]);
});

test.each([
  ['/', 200],
  ['/edit-offer/ofr_1', 200],
  ['/edit-offer/ofr_1/', 200],
  ['/edit-offer', 404],
  ['/edit-offer/ofr_1/more', 404],
  ['/wp-admin', 404],
])('answers a browser that opens %s with the page and the status %i', async (path, status) => {
  const { base } = await serveClient();
  const answer = await fetch(new URL(path, base), { headers: { accept: 'text/html' } });
  expect([answer.status, await answer.text()]).toEqual([status, '<!doctype html>']);
});

test('answers curl and link scanners with the page of a screen, and with no page for another path', async () => {
  const { base } = await serveClient();
  for (const headers of [{ accept: '*/*' }, { accept: 'application/json, */*;q=0.8' }]) {
    const answer = await fetch(new URL('/edit-offer/ofr_1', base), { headers });
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>']);
    expect((await (await fetch(new URL('/wp-admin', base), { headers })).json()) as object).toMatchObject({
      code: 'not_found',
    });
  }
  const json = await fetch(new URL('/edit-offer/ofr_1', base), { headers: { accept: 'application/json' } });
  expect(json.status).toBe(404);
});

test('sends password managers to the screen that changes the password', async () => {
  const { base } = await serveClient();
  const answer = await fetch(new URL('/.well-known/change-password', base), {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account']);
});

describe('malformed requests', () => {
  let app: TestApp;
  let base: string;
  const errorLines: string[] = [];
  beforeAll(async () => {
    const logger = pino({ level: 'error' }, { write: (line: string) => void errorLines.push(line) });
    app = await createTestApp({}, { logger });
    base = await app.listen();
  });
  afterAll(() => app.close());

  async function send(bytes: string): Promise<{ head: string; body: unknown }> {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write(bytes);
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
      'a URL that cannot be decoded',
      'GET /api/offers/% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'bad_request',
    ],
  ])('%s is rejected in the common error format', async (_what, bytes, status, code) => {
    const { head, body } = await send(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain('cache-control: no-store');
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(body).toMatchObject({ success: false, code, message: expect.stringMatching(/\.$/) as string });
  });

  test.each(['/track/', '/postback/', '/api/offers/'])(
    'answers 404 and logs no error for a parameter of 513 characters after %s',
    async (path) => {
      errorLines.length = 0;
      const { head } = await send(`GET ${path}${'x'.repeat(513)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(head).toMatch(/^HTTP\/1.1 404 /);
      expect(errorLines).toEqual([]);
    },
  );

  test('refuses a body with a key "toString" with 400 and logs no error', async () => {
    errorLines.length = 0;
    const answer = await app.call('POST', '/api/auth/login', { email: { length: { toString: 1 } }, password: 'x' });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'bad_request', message: 'The body may not contain the key "toString".' },
    ]);
    expect(errorLines).toEqual([]);
  });

  test.each([
    ['half a surrogate pair in a body', 'POST', '/api/auth/login', { email: 'a@example.com', password: 'a\uD800b' }],
    [
      'half a surrogate pair in a key',
      'POST',
      '/api/auth/login',
      { email: 'a@example.com', password: 'x', '\uDC00': 1 },
    ],
    ['half a surrogate pair deep in a body', 'POST', '/api/offers', offerInput({ deep: [{ a: 'x\uDC00' }] })],
    ['NUL in a body', 'POST', '/api/auth/login', { email: 'a@example.com', password: 'a\0b' }],
    ['NUL in a query', 'GET', '/api/users?search=a%00b', undefined],
    ['NUL in a path', 'GET', '/api/offers/a%00b', undefined],
  ] as const)('refuses %s with 400 and logs no error', async (_what, method, url, payload) => {
    errorLines.length = 0;
    const answer = await app.call(method, url, payload);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'bad_request', message: 'The request contains a character that cannot be stored.' },
    ]);
    expect(errorLines).toEqual([]);
  });

  test('does not echo a TRACE request', async () => {
    const { head, body } = await send(
      'TRACE /api/stats HTTP/1.1\r\nHost: x\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1.1 40[0-9] /);
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(JSON.stringify(body)).not.toContain('s3cret');
  });

  test('rejects two lengths, or a length with chunked encoding', async () => {
    for (const lengths of [
      'Content-Length: 2\r\nContent-Length: 3',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
    ]) {
      const { head } = await send(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n{}`);
      expect(head, lengths).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test('rejects a duplicate query key', async () => {
    const answer = await app.call('GET', '/api/users?page=1&page=2');
    expect([answer.status, answer.body]).toMatchObject([400, { message: expect.stringContaining('"page"') as string }]);
  });

  test('keeps a specified message unchanged, without the name of its field', async () => {
    const answer = await app.call('POST', '/api/offers', offerInput({ customClickIdParams: ['a b'] }));
    expect(answer.body).toMatchObject({
      message: 'Invalid parameter names: a b. Only letters, numbers, underscores, and hyphens are allowed.',
    });
    const long = await app.call('GET', `/api/users?search=${'x'.repeat(10_000)}`);
    expect(long.body).toMatchObject({ message: 'Search for at most 200 characters' });
    const reason = await app.call('POST', '/api/withdrawals/reject-all', { adminReason: 'x'.repeat(10_000) });
    expect(reason.body).toMatchObject({ errors: { adminReason: 'Use at most 500 characters' } });
  });

  test.each([
    ['/api/users?limit=501', 'limit: Use a whole number from 1 to 500.'],
    ['/api/users?limit=0', 'limit: Use a whole number from 1 to 500.'],
    ['/api/users?limit=many', 'limit: Use a whole number from 1 to 500.'],
    ['/api/users?page=1.5', 'page: Use a whole number from 1 to 10000000.'],
    ['/api/users?sort=age', 'sort: Use one of: createdAt, name, email, coins.'],
    ['/api/withdrawals/history?limit=501', 'limit: Use a whole number from 1 to 500.'],
    ['/api/audit?before=0', 'before: Use a whole number of at least 1.'],
  ])('says which values are allowed: %s', async (url, message) => {
    expect(await app.call('GET', url)).toMatchObject({ status: 400, body: { message } });
  });

  test('counts calls with changing bearer tokens as one caller on the open routes', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 35; i += 1) {
      const guess = { token: `guess-${i}`, newPassword: 'whatever' };
      const caller = { headers: { authorization: `Bearer guess-${i}` } };
      statuses.push((await app.call('POST', '/api/auth/reset-password', guess, caller)).status);
    }
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 429]);
  });
});

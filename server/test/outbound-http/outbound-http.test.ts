import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  createAddressGuard,
  createOutboundHttp,
  type OutboundRequest,
  type OutboundResult,
} from '#platform/outbound-http/index.ts';
import { LOCALHOST, nameServer } from '#test/outbound/name-server.ts';

const servers: Server[] = [];
const resolve = nameServer(LOCALHOST);
const local = createOutboundHttp({ allow: ['127.0.0.0/8', '::1'], resolve });
const guarded = createOutboundHttp({ allow: [], resolve });

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends with a short timeout. If the machine is too slow to connect in time, nothing was sent, and it takes longer. */
async function sendShort(request: OutboundRequest): Promise<OutboundResult> {
  for (let timeoutMs = 500; ; timeoutMs *= 4) {
    const result = await local.send({ ...request, timeoutMs });
    if (result.kind !== 'not_sent') return result;
  }
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => Promise.all([local.close(), guarded.close()]));

describe('IP address rules', () => {
  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com',
    'javascript:alert(1)',
    '//example.com',
    '',
    'http://',
  ])('%s is not a callable URL', async (url) => {
    expect(await guarded.send({ url, method: 'GET' })).toMatchObject({ kind: 'not_sent', reason: 'bad_url' });
  });

  test('allows public addresses, and only the configured ranges of all others', () => {
    const guard = createAddressGuard(['10.1.0.0/16', '192.168.7.7']);
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '10.1.2.3', '192.168.7.7', '::ffff:10.1.2.3']) {
      expect(guard.allows(address), address).toBe(true);
    }
    const edges = ['100.127.255.255', '169.254.0.1', '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1'];
    for (const address of [...edges, '10.2.0.1', '192.168.7.8', '127.0.0.1', 'fe80::1', 'not an address']) {
      expect(guard.allows(address), address).toBe(false);
    }
  });
});

describe('outcomes', () => {
  test('returns the status, headers and body of an answer', async () => {
    const url = await serve((request, response) => response.writeHead(418, { 'x-seen': request.method }).end('short'));
    expect(await local.send({ url, method: 'GET' })).toMatchObject({
      kind: 'answer',
      status: 418,
      body: 'short',
      truncated: false,
      headers: { 'x-seen': 'GET' },
    });
  });

  test('returns a redirect without following it', async () => {
    let calls = 0;
    const url = await serve(
      (_request, response) => ((calls += 1), response.writeHead(302, { location: '/again' }).end()),
    );
    expect(await local.send({ url, method: 'GET' })).toMatchObject({ kind: 'answer', status: 302 });
    expect(calls).toBe(1);
  });

  test('reports a refused connection as not sent', async () => {
    const url = await serve(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    expect(await local.send({ url, method: 'POST', body: '{}' })).toMatchObject({
      kind: 'not_sent',
      reason: 'connection',
    });
  });

  test('reports an unresolvable name as not sent', async () => {
    expect(await local.send({ url: 'http://nowhere.invalid/', method: 'GET' })).toMatchObject({
      kind: 'not_sent',
      reason: 'connection',
    });
  });

  test('reports a timeout after the request was received as cut, and does not retry', async () => {
    let calls = 0;
    const url = await serve(() => (calls += 1));
    expect(await sendShort({ url, method: 'POST', body: '{"a":1}' })).toMatchObject({ kind: 'cut', reason: 'timeout' });
    await expect.poll(() => calls).toBe(1);
  });

  test('reports a connection that closes before or during the answer as cut, and does not retry', async () => {
    let calls = 0;
    const url = await serve((request, response) => {
      calls += 1;
      if (request.url === '/before') return void response.socket?.destroy();
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    expect(await local.send({ url: `${url}/before`, method: 'POST', body: '{}' })).toMatchObject({
      kind: 'cut',
      reason: 'connection',
    });
    expect(await local.send({ url: `${url}/middle`, method: 'GET' })).toMatchObject({
      kind: 'cut',
      reason: 'connection',
    });
    expect(calls).toBe(2);
  });

  test('reports an answer that is not HTTP as cut', async () => {
    const raw = createTcpServer((socket) => socket.end('nonsense\r\n\r\n'));
    await new Promise<void>((ready) => raw.listen(0, '127.0.0.1', ready));
    const { port } = raw.address() as AddressInfo;
    expect(await local.send({ url: `http://127.0.0.1:${port}/`, method: 'GET' })).toMatchObject({ kind: 'cut' });
    raw.close();
  });

  test('truncates a long answer at the limit and reports it', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(200_000)));
    const result = await local.send({ url, method: 'GET', maxBodyBytes: 2_048 });
    expect(result).toMatchObject({ kind: 'answer', status: 200, truncated: true });
    expect(result.kind === 'answer' && result.body.length).toBe(2_048);
  });

  test('times out on an answer that trickles in', async () => {
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await sendShort({ url, method: 'GET' })).toMatchObject({ kind: 'cut', reason: 'timeout' });
  });

  test('reports an invalid header value as a refusal, without an exception', async () => {
    const url = await serve((_request, response) => response.end());
    expect(await local.send({ url, method: 'GET', headers: { 'x-a': 'line\nbreak' } })).toMatchObject({
      kind: 'not_sent',
    });
  });
});

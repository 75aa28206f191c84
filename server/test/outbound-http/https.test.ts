import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createOutboundHttp, type OutboundHttp } from '#platform/outbound-http/index.ts';
import { createCertificate } from './certificate.ts';

/** A server that prefers HTTP/2, as most payout and postback targets do. */
const { key, cert } = createCertificate();
const usual = getCACertificates('default');
const seen: string[] = [];
const clients: OutboundHttp[] = [];
let connections = 0;

const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    seen.push(`HTTP/${request.httpVersion} ${request.method} ${Buffer.concat(chunks).toString()}`);
    if (request.url === '/silent') request.socket.destroy();
    else response.end('ok');
  });
});
server.on('secureConnection', () => (connections += 1));
await new Promise<void>((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
beforeEach(() => {
  seen.splice(0);
  connections = 0;
  setDefaultCACertificates([cert]);
});
afterEach(async () => {
  setDefaultCACertificates(usual);
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));

function client(keepAlive: boolean): OutboundHttp {
  const made = createOutboundHttp({ allow: ['127.0.0.1/32'], keepAlive });
  clients.push(made);
  return made;
}

test('calls by HTTP/1.1 although the server offers HTTP/2, and arrives once', async () => {
  expect(await client(true).send({ url, method: 'POST', body: '{"a":1}' })).toMatchObject({ status: 200, body: 'ok' });
  expect(seen).toEqual(['HTTP/1.1 POST {"a":1}']);
});

test('reuses a connection, but never for money', async () => {
  for (const keepAlive of [true, false]) {
    connections = 0;
    const http = client(keepAlive);
    for (const body of ['1', '2', '3', '4', '5'])
      expect(await http.send({ url, method: 'POST', body })).toMatchObject({ kind: 'answer', status: 200 });
    if (keepAlive) expect(connections).toBeLessThan(5);
    else expect(connections).toBe(5);
  }
});

test('reports a connection that closes without an answer as cut, and does not retry', async () => {
  const call = { url: `${url}silent`, method: 'POST', body: '{"a":1}' } as const;
  expect(await client(false).send(call)).toMatchObject({ kind: 'cut', reason: 'connection' });
  expect(seen).toEqual(['HTTP/1.1 POST {"a":1}']);
});

test('sends not one byte to a server with an untrusted certificate', async () => {
  setDefaultCACertificates(usual);
  const result = await client(false).send({ url, method: 'POST', body: '{"a":1}' });
  expect(result).toMatchObject({ kind: 'not_sent', reason: 'connection' });
  expect(seen).toEqual([]);
});

test('cuts the message about a certificate for hundreds of other addresses', async () => {
  const evil = createCertificate(Array.from({ length: 200 }, (_, i) => [10, 0, 0, i]));
  const other = createServer(evil);
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  setDefaultCACertificates([evil.cert]);
  const { port } = other.address() as AddressInfo;
  const result = await client(false).send({ url: `https://127.0.0.1:${port}/`, method: 'GET' });
  expect(result).toMatchObject({ kind: 'not_sent', reason: 'connection' });
  if (result.kind === 'not_sent') expect(result.message).toMatch(/^Hostname\/IP does not match .{0,480}$/s);
  await new Promise((closed) => other.close(closed));
});

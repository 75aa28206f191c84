import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createBareServer } from './bare-server.ts';

const DRIP_MS = 100;

test.each([
  ['headers', 'GET /x HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n'],
  ['a body', 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n', ' '],
  [
    'a postback',
    'POST /postback HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 90000\r\n\r\n',
    ' ',
  ],
])(
  'closes the connection of a client that sends %s too slowly, although it never stops',
  async (_what, start, more) => {
    const { fastify, hot } = await createBareServer({ arrivalMs: { headers: 500, request: 1_500 } });
    for (const server of [fastify, hot]) server.post('/x', async () => 'read');
    hot.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    hot.post('/postback', async () => 'read');
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    const address = fastify.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const closed = once(fastify.server, 'connection').then(([socket]) => once(socket as never, 'close'));
    // Like an attacker, keeps its half open after the answer.
    const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => undefined);
    socket.write(start);
    const drip = setInterval(() => socket.write(more), DRIP_MS);
    await closed;
    clearInterval(drip);
    socket.destroy();
    expect(answer).toContain('HTTP/1.1 408 Request Timeout');
    await fastify.close();
  },
  15_000,
);

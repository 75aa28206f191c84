import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer } from '#platform/http/index.ts';
import { createLogger } from '#platform/logger/index.ts';

test('who asks and does not take the answer loses the connection, and nothing else ends one that is in use', async () => {
  const { fastify } = await createHttpServer({
    logger: createLogger('silent'),
    trustProxy: false,
    corsOrigins: [],
    https: false,
    idleConnectionMs: 400,
    authenticators: { admin: async () => null, findAdmin: async () => null, platform: () => false },
  });
  const large = 'x'.repeat(32 * 1024 * 1024);
  fastify.get('/large', async () => large);
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const address = fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const ask = () => {
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  const slow = ask();
  slow.pause();
  let taken = 0;
  const steady = ask();
  // A little now and then, for longer than an idle connection lives.
  steady.pause();
  const timer = setInterval(() => void (taken += (steady.read(256 * 1024) as Buffer | null)?.length ?? 0), 20);
  await expect.poll(connections, { timeout: 5_000 }).toBe(2);
  await expect.poll(connections, { timeout: 10_000 }).toBe(1);
  const before = taken;
  await expect.poll(() => taken, { timeout: 5_000 }).toBeGreaterThan(before);
  clearInterval(timer);
  slow.destroy();
  steady.destroy();
  await fastify.close();
});

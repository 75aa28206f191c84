import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer } from '#platform/http/index.ts';
import { createLogger } from '#platform/logger/index.ts';

/** Some seconds: a machine that stands still for a moment does not make a connection idle that is read from. */
const IDLE_MS = 3_000;

test(
  'who asks and does not take the answer loses the connection, and nothing else ends one that is in use',
  { timeout: 90_000 },
  async () => {
    const { fastify } = await createHttpServer({
      logger: createLogger('silent'),
      trustProxy: false,
      corsOrigins: [],
      https: false,
      idleConnectionMs: IDLE_MS,
      authenticators: { admin: async () => null, findAdmin: async () => null, platform: () => false },
    });
    const large = 'x'.repeat(64 * 1024 * 1024);
    /** Connections that are over, by the port of who asked. */
    const ended = new Set<number | undefined>();
    fastify.server.on('connection', (socket) => {
      const { remotePort } = socket;
      socket.on('close', () => ended.add(remotePort));
    });
    fastify.get('/large', async () => large);
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    const address = fastify.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');

    const ask = async () => {
      const socket = connect(address.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'connect');
      return { socket, port: socket.localPort };
    };
    const slow = await ask();
    slow.socket.pause();
    let taken = 0;
    const steady = await ask();
    // A little now and then, for much longer than an idle connection lives.
    steady.socket.pause();
    const timer = setInterval(() => void (taken += (steady.socket.read(128 * 1024) as Buffer | null)?.length ?? 0), 40);
    await expect.poll(() => ended.has(slow.port), { timeout: 30_000 }).toBe(true);
    expect(ended.has(steady.port)).toBe(false);
    const before = taken;
    await expect.poll(() => taken, { timeout: 20_000 }).toBeGreaterThan(before);
    clearInterval(timer);
    slow.socket.destroy();
    steady.socket.destroy();
    await fastify.close();
  },
);

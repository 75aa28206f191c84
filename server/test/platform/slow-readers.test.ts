import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createBareServer } from './bare-server.ts';

/** Some seconds, so that a short stall of the machine does not make an active connection idle. */
const IDLE_MS = 8_000;

test(
  'closes the connection of a client that does not read its answer, and no connection in use',
  // A stall of a busy machine longer than the idle time closes the connection in use too.
  { timeout: 90_000, retry: 2 },
  async () => {
    const { fastify } = await createBareServer({ idleConnectionMs: IDLE_MS });
    const large = 'x'.repeat(64 * 1024 * 1024);
    /** The closed connections, by client port. */
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
    // Reads a little now and then, for much longer than the idle timeout.
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

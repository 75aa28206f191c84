import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createBareServer } from './bare-server.ts';

/** No test lasts so long: the idle time ends by `passIdleTime` only, so a busy machine makes no connection idle. */
const IDLE_MS = 3_600_000;
const ANSWER_BYTES = 64 * 1024 * 1024;
/** More than the buffers of a connection, so that the server writes on. */
const PORTION_BYTES = 20 * 1024 * 1024;

test('closes the connection of a client that does not read its answer, and no connection in use', async () => {
  const { fastify } = await createBareServer({ idleConnectionMs: IDLE_MS });
  /** The server's ends, by client port. */
  const ends = new Map<number | undefined, Socket>();
  fastify.server.on('connection', (socket) => void ends.set(socket.remotePort, socket));
  const large = 'x'.repeat(ANSWER_BYTES);
  fastify.get('/large', async () => large);
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const address = fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  /** Asks and reads nothing yet. */
  const ask = async () => {
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'connect');
    const end = () => ends.get(socket.localPort) as Socket;
    await expect.poll(() => ends.get(socket.localPort)?.writableLength).toBeGreaterThan(0);
    expect(end().timeout).toBe(IDLE_MS);
    return {
      socket,
      end: end(),
      /** Does what Node's timer does after the idle time: it lets a connection live that has sent something since. */
      passIdleTime: () => (end() as unknown as { _onTimeout(): void })._onTimeout(),
    };
  };
  const [slow, steady] = [await ask(), await ask()];
  let taken = 0;
  const read = async (bytes: number): Promise<void> => {
    for (const until = taken + bytes; taken < until;) {
      const chunk = steady.socket.read() as Buffer | null;
      if (chunk === null) await once(steady.socket, 'readable');
      else taken += chunk.length;
    }
  };
  // The rest is still more than the buffers, so the server has not sent the last byte.
  for (let portion = 0; portion < 2; portion += 1) {
    await read(PORTION_BYTES);
    for (const { passIdleTime } of [slow, steady]) passIdleTime();
  }
  expect(slow.end.destroyed).toBe(true);
  expect(steady.end.destroyed).toBe(false);
  await read(ANSWER_BYTES - taken);
  slow.socket.destroy();
  steady.socket.destroy();
  await fastify.close();
});

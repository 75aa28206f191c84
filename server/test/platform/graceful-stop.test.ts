import { request, Agent } from 'node:http';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { createBareServer } from './bare-server.ts';

test('is not ready and ends its connections before a planned stop, and still answers', async () => {
  const app = await createTestApp();
  const base = await app.listen();
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${base}${path}`);
    return [status, headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
  app.drain();
  expect(await ask('/readyz')).toEqual([503, 'close']);
  expect(await ask('/healthz')).toEqual([200, 'close']);
  await app.close();
});

test('finishes requests in flight, then stops at once despite keep-alive connections', async () => {
  const { fastify } = await createBareServer();
  const { promise: work, resolve: finish } = Promise.withResolvers<object>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  fastify.get('/slow', () => {
    begin();
    return work;
  });
  const base = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    request(`${base}/slow`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
  await begun;
  const closed = fastify.close();
  finish({ done: true });
  // The client keeps its connection open until the end of this test.
  await closed;
  expect(await answer).toBe(200);
  agent.destroy();
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { HttpServer } from './http-server.ts';
import { pathOf } from './path-of.ts';

const ONE_YEAR_S = 31_536_000;
const SERVER_PATHS = /^\/(api|track|postback|healthz|readyz|metrics|assets|images)(\/|$)/;

/**
 * Serves the built web client: hashed assets are cached for a year, others are revalidated.
 * Any other browser path gets the index page, because it is a client route.
 */
export async function installWebClient({ fastify }: HttpServer, folder: string): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = await readFile(index);
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache',
      );
    },
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url);
    const isLooking = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isLooking && (path === '/' || (request.headers.accept ?? '').includes('text/html'));
    if (!wantsPage || SERVER_PATHS.test(path) || (path !== '/' && path.includes('.'))) return;
    await reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}

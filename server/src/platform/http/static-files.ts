import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { HttpServer } from './http-server.ts';
import { pathOf } from './path-of.ts';

const ONE_YEAR_S = 31_536_000;
const SERVER_PATHS = /^\/(api|track|postback|healthz|readyz|metrics|assets|images|\.well-known)(\/|$)/;

/** Password managers open it (https://w3c.github.io/webappsec-change-password-url/). */
const CHANGE_PASSWORD = '/.well-known/change-password';

/**
 * Serves the built web client: hashed assets are cached for a year, others are revalidated.
 * Any other browser path gets the index page, with 404 if no screen has this path.
 */
export async function installWebClient({ fastify }: HttpServer, folder: string): Promise<void> {
  const screens = join(folder, 'screens.json');
  if (!existsSync(screens)) return;
  const page = await readFile(join(folder, 'index.html'));
  const isScreen = await readScreens(screens);
  fastify.get(CHANGE_PASSWORD, (_request, reply) => reply.redirect('/account', 302));
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
    const { accept = '*/*' } = request.headers;
    // curl and link scanners accept anything. Only a browser gets a page for a path without a screen.
    const wantsPage = accept.includes('text/html') || (isScreen(path) && accept.includes('*/*'));
    if (!isLooking || !wantsPage || SERVER_PATHS.test(path) || (path !== '/' && path.includes('.'))) return;
    await reply
      .code(isScreen(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page);
  });
}

/** Reads the paths that the build of the client lists: `/edit-offer/$id`. */
async function readScreens(file: string): Promise<(path: string) => boolean> {
  const paths = JSON.parse(await readFile(file, 'utf8')) as string[];
  const patterns = paths.map((path) => path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+'));
  const screens = new RegExp(`^(${patterns.join('|')})/?$`);
  return (path) => screens.test(path);
}

import { getLive } from '@muneem/contract/live';
import { registerRoute, REPLIED, watchSession, type HttpServer } from '#platform/http/index.ts';
import { createLiveStream, type LiveDependencies } from './live-stream.ts';

/** Registers `/api/live`. Its streams end before the server waits for open connections. */
export function registerLiveRoutes(http: HttpServer, dependencies: LiveDependencies): void {
  const live = createLiveStream(dependencies);
  http.fastify.addHook('preClose', () => live.stop());
  registerRoute(http, getLive, async ({ admin, request, reply }) => {
    await reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(live.open(admin, watchSession(http, request, getLive)));
    return REPLIED;
  });
}

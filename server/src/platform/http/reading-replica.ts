import { DATA_AGE_HEADER, FRESH, type AnyRoute } from '@muneem/contract/http';
import type { ReadDatabase, Reader } from '#platform/database/index.ts';
import type { HttpServer } from './http-server.ts';
import { registerRoute } from './register-route.ts';
import type { HandlerAnswer } from './request-context.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Registers a route with `mayLag`. It reads a replica and tells the age of the data in a header. A caller that must see
 * its own last change sends `Cache-Control: no-cache` and gets the primary.
 */
export function registerReplicaRoute<R extends AnyRoute>(
  http: HttpServer,
  readDatabase: ReadDatabase,
  route: R,
  handle: (reader: Reader, context: RequestContext<R>) => Promise<HandlerAnswer<R>>,
): void {
  registerRoute(http, route, (context) => {
    const reader = readDatabase.reader({ isFresh: context.request.headers['cache-control'] === FRESH });
    if (reader.ageMs !== null) context.reply.header(DATA_AGE_HEADER, String(Math.round(reader.ageMs)));
    return handle(reader, context);
  });
}

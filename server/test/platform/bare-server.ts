import { createHttpServer } from '#platform/http/index.ts';
import { createLogger } from '#platform/logger/index.ts';

type Options = Parameters<typeof createHttpServer>[0];

/** A server without routes, whose callers have no session. */
export const createBareServer = (options: Partial<Options> = {}) =>
  createHttpServer({
    logger: createLogger('silent'),
    trustProxy: false,
    corsOrigins: [],
    https: false,
    authenticators: { admin: async () => null, findAdmin: async () => null, platform: () => false },
    ...options,
  });

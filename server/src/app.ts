import { createHttpServer, type HttpServer } from '#platform/http/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Config } from '#platform/config/index.ts';
import { createSecretBox, sameSecret } from '#platform/crypto/index.ts';
import { watchCaches, type Database } from '#platform/database/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';

export interface AppDependencies {
  readonly config: Config & { readonly APP_SECRET: string };
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface App {
  readonly http: HttpServer;
  /** Starts background work: jobs, checkers, deliveries. */
  start(): Promise<void>;
  /** Finishes what is in flight and stops; the database stays open. */
  stop(): Promise<void>;
}

/** Puts the whole product together; the only place that knows every feature. */
export async function createApp({ config, database, logger, clock }: AppDependencies): Promise<App> {
  const caches = watchCaches(database, logger);
  const jobs = createJobs(database, logger);
  const secrets = createSecretBox(config.APP_SECRET);
  const http = await createHttpServer({
    logger,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    https: config.PUBLIC_URL.startsWith('https://'),
    authenticators: {
      admin: async () => null,
      platform: (token) => config.PLATFORM_API_KEY !== undefined && sameSecret(token, config.PLATFORM_API_KEY),
    },
  });
  void clock;
  void secrets;

  return {
    http,
    start: () => jobs.start(),
    async stop() {
      await http.fastify.close();
      await jobs.stop();
      caches.stop();
    },
  };
}

import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { sameSecret } from '#platform/crypto/index.ts';
import { outageOf } from '#platform/database-driver/index.ts';
import { sql, type Database } from '#platform/database/index.ts';
import type { onResponseAsyncHookHandler } from 'fastify';
import type { HttpServer } from './http-server.ts';
import { bearerToken } from './bearer-token.ts';

const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz`: the process is up. `/readyz`: a proxy may send requests, because the database accepts writes and no stop is
 * planned. Migrations run before the server listens.
 */
export function installHealth(http: HttpServer, database: Database): void {
  const { fastify } = http;
  fastify.get('/healthz', { config: { quiet: true } }, async () => ({ status: 'ok' }));
  const ask = (): Promise<'ready' | 'database unreachable' | 'database read-only'> =>
    Promise.race([
      // PostgreSQL checks for write access before it evaluates the condition.
      database.execute(sql`update cache_versions set version = version where false`).then(
        () => 'ready' as const,
        (error: unknown) => (outageOf(error) === 'read-only' ? 'database read-only' : 'database unreachable'),
      ),
      new Promise<'database unreachable'>((resolve) =>
        setTimeout(() => resolve('database unreachable'), READY_TIMEOUT_MS).unref(),
      ),
    ]);
  // Public, so concurrent callers share one query.
  let asking: ReturnType<typeof ask> | undefined;
  fastify.get('/readyz', { config: { quiet: true } }, async (_request, reply) => {
    asking ??= ask().finally(() => (asking = undefined));
    const status = http.isDraining ? 'stopping' : await asking;
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
}

/** Serves `/metrics` for Prometheus, only with a token. `more` adds lines in Prometheus format. */
export function installMetrics(
  { fastify, hot }: HttpServer,
  token: string,
  database: Database,
  more: readonly (() => Promise<string>)[] = [],
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const observe: onResponseAsyncHookHandler = async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  };
  for (const server of [fastify, hot]) server.addHook('onResponse', observe);
  fastify.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (!sameSecret(bearerToken(request) ?? '', token)) return reply.code(401).send('unauthorized');
    const { totalCount, idleCount, waitingCount } = database.pool;
    const pool = `# TYPE db_pool_connections gauge\ndb_pool_connections{state="all"} ${totalCount}\ndb_pool_connections{state="idle"} ${idleCount}\ndb_pool_connections{state="waiting"} ${waitingCount}\n`;
    const lines = await Promise.all(more.map((each) => each()));
    return reply.type(registry.contentType).send([await registry.metrics(), pool, ...lines].join(''));
  });
}

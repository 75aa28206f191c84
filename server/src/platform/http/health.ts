import { sameSecret } from '#platform/crypto/index.ts';
import { outageOf, sqlState } from '#platform/database-driver/index.ts';
import { sql, transaction, type Database } from '#platform/database/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import type { onResponseHookHandler } from 'fastify';
import type { HttpServer } from './http-server.ts';
import { bearerToken } from './bearer-token.ts';

const READY_TIMEOUT_MS = 2_000;

/**
 * SQLSTATEs of a full disk, and of a limit for temporary files. A sort beyond its memory writes about 200 kB beside the
 * tables and deletes them again: unlike a row, that leaves nothing to clean up.
 */
const NO_ROOM = new Set(['53100', '53400']);
const WRITE_TEMPORARY_FILE = sql`select count(*) from (select n from generate_series(1, 10000) n order by -n offset 1) n`;
const LITTLE_MEMORY = "select set_config('work_mem', '64kB', true)";

/**
 * `/healthz`: the process is up. `/readyz`: a proxy may send requests, because the database accepts writes, its disk has
 * room, and no stop is planned. Migrations run before the server listens.
 */
export function installHealth(http: HttpServer, database: Database): void {
  const { fastify } = http;
  fastify.get('/healthz', { config: { quiet: true } }, async () => ({ status: 'ok' }));
  const ask = (): Promise<Readiness> =>
    Promise.race([
      checkWrites(database),
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

type Readiness = 'ready' | 'database unreachable' | 'database read-only' | 'database disk full';

async function checkWrites(database: Database): Promise<Readiness> {
  try {
    await transaction(database, async (tx) => {
      tx.later('', LITTLE_MEMORY, []);
      // PostgreSQL checks for write access before it evaluates the condition.
      await tx.execute(sql`update cache_versions set version = version where false`);
      await tx.execute(WRITE_TEMPORARY_FILE);
    });
    return 'ready';
  } catch (error) {
    if (NO_ROOM.has(sqlState(error) ?? '')) return 'database disk full';
    return outageOf(error) === 'read-only' ? 'database read-only' : 'database unreachable';
  }
}

/** Serves `/metrics` for Prometheus, only with a token. */
export function installMetrics({ fastify, hot }: HttpServer, token: string, metrics: Metrics): void {
  const seconds = metrics.histogram('muneem_http_request_duration_seconds', {
    help: 'Time from request to answer, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const observe: onResponseHookHandler = (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    done();
  };
  for (const server of [fastify, hot]) server.addHook('onResponse', observe);
  fastify.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (!sameSecret(bearerToken(request) ?? '', token)) return reply.code(401).send('unauthorized');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

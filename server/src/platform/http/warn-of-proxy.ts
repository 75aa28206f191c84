import type { FastifyInstance } from 'fastify';
import type { Logger } from '#platform/logger/index.ts';

const WARN_EVERY_MS = 3_600_000;

/** Warns at most once an hour if requests have X-Forwarded-For while TRUST_PROXY is off. */
export function warnOfProxy({ server }: FastifyInstance, logger: Logger): void {
  let warnedAtMs = -Infinity;
  // The full and the hot server share this socket server.
  server.on('request', ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined || performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    logger.warn(
      'Requests have X-Forwarded-For, but TRUST_PROXY is off, so the proxy counts as the client. Set TRUST_PROXY to the number of proxies or their IP addresses.',
    );
  });
}

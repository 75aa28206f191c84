import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { AnyRoute } from '@muneem/contract/http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from '#platform/logger/index.ts';
import { answerClientError } from './client-error.ts';
import { answerFrameworkError, installErrorHandler } from './error-handler.ts';
import { createHotServer } from './hot-server.ts';
import { createKnownCallers, type KnownCallers } from './known-callers.ts';
import { pathOf } from './path-of.ts';
import { keepRawBody } from './raw-body.ts';
import type { Authenticators } from './request-context.ts';
import { warnOfProxy } from './warn-of-proxy.ts';

export interface HttpServer {
  readonly fastify: FastifyInstance;
  /** Behind the same port, for the addresses in hot-server.ts. Its routes stand in `fastify` too. */
  readonly hot: FastifyInstance;
  /** For a redirect that `hot` answers: what the full server says on every answer and a redirect has use for. */
  readonly redirectHeaders: Readonly<Record<string, string>>;
  /** Every route of the contract that is bound here, in order; OpenAPI and the session test walk it. */
  readonly routes: AnyRoute[];
  readonly authenticators: Authenticators;
  readonly knownCallers: KnownCallers;
}

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly authenticators: Authenticators;
  readonly trustProxy: boolean | number | string[];
  readonly corsOrigins: readonly string[];
  /** True under https: sends HSTS. */
  readonly https: boolean;
  readonly idleConnectionMs?: number | undefined;
}

const MAX_URL_BYTES = 16 * 1024;
/** A connection on which nothing moves for so long ends, also when its answer is not taken. Longer than any call thinks. */
const IDLE_CONNECTION_MS = 120_000;
const HSTS_SECONDS = 31_536_000;
/** What answers say in their headers: a page of another origin may read no header of its own choosing but these. */
const PROMISED_HEADERS = ['Allow', 'Content-Disposition', 'Idempotent-Replayed', 'Retry-After', 'X-Total-Count'];

/** The bare server: security headers, CORS, limits and the error shape; no route yet. */
export async function createHttpServer({
  logger,
  authenticators,
  trustProxy,
  corsOrigins,
  https,
  idleConnectionMs = IDLE_CONNECTION_MS,
}: HttpServerOptions): Promise<HttpServer> {
  const requestLogger: FastifyBaseLogger = logger;
  const common = {
    loggerInstance: requestLogger,
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    frameworkErrors: answerFrameworkError,
  };
  const app = fastify({
    ...common,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    connectionTimeout: idleConnectionMs,
    http: { maxHeaderSize: MAX_URL_BYTES },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
  });
  const hot = createHotServer(app, common);
  if (trustProxy === false) warnOfProxy(app, logger);
  endConnectionsOnClose(app);
  app.decorateRequest('caller', null);
  installErrorHandler(app);
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/assets/') || request.routeOptions.config.quiet === true) return;
    request.log.info(
      {
        method: request.method,
        url: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    );
  });
  readJsonAlone(app);
  await protectBrowsers(app, { corsOrigins, https });
  const knownCallers = createKnownCallers();
  await app.register(rateLimit, {
    global: false,
    keyGenerator: knownCallers.keyOf,
    errorResponseBuilder: (_request, { after }) =>
      Object.assign(new Error(`Too many requests. Please try again in ${after}.`), { statusCode: 429 }),
  });
  const redirectHeaders = {
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` } : {}),
  };
  return { fastify: app, hot, redirectHeaders, routes: [], authenticators, knownCallers };
}

/** JSON alone: a plain form is what another site's page may send without asking. Postbacks read theirs by themselves. */
function readJsonAlone(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    keepRawBody(request, body);
    // Many clients name a content type on every call; a DELETE has nothing to say.
    if (body === '' && request.method === 'DELETE') done(null, undefined);
    else void parseJson(request, body, done);
  });
  app.removeContentTypeParser('text/plain');
}

/** Security headers on every answer, and CORS for the origins that may read answers. */
async function protectBrowsers(
  app: FastifyInstance,
  { corsOrigins, https }: Pick<HttpServerOptions, 'corsOrigins' | 'https'>,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        connectSrc: ["'self'", ...corsOrigins],
        // blob: a workbook of more than some hundred rows is packed in a worker that its library makes of a text.
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...corsOrigins],
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [...PROMISED_HEADERS],
      maxAge: 600,
    });
  }
}

const LOOK_FOR_IDLE_EVERY_MS = 50;

/**
 * A connection whose request was being worked on when the stop began stays open for the client's next request, and the
 * stop would wait for that: it ends once it is answered.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_FOR_IDLE_EVERY_MS);
    app.server.once('close', () => clearInterval(timer));
    timer.unref();
  });
}

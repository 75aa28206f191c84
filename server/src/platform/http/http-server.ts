import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { DATA_AGE_HEADER, type AnyRoute } from '@muneem/contract/http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from '#platform/logger/index.ts';
import { answerClientError } from './client-error.ts';
import { answerFrameworkError, installErrorHandler } from './error-handler.ts';
import { createHotServer } from './hot-server.ts';
import { createKnownCallers, type KnownCallers } from './known-callers.ts';
import { pathOf } from './path-of.ts';
import { keepRawBody } from './raw-body.ts';
import type { Authenticators, HandledCall, RouteHandler } from './request-context.ts';
import { warnOfProxy } from './warn-of-proxy.ts';

/** A path that browsers and networks open without a key or session. */
export interface PublicLink {
  /** OpenAPI form: `/track/{offerId}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** A complete URL. */
  readonly example: string;
  /** The description of each parameter of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** The description of each status. */
  readonly answers: Readonly<Record<number, string>>;
}

export interface HttpServer {
  readonly fastify: FastifyInstance;
  /** Serves the paths in hot-server.ts on the same port. `fastify` has its routes too. */
  readonly hot: FastifyInstance;
  /** The security headers that apply to redirects, for answers of `hot`. */
  readonly redirectHeaders: Readonly<Record<string, string>>;
  /** All registered contract routes, in order. OpenAPI and the session test use them. */
  readonly routes: AnyRoute[];
  /** Public paths outside the contract, for OpenAPI. */
  readonly links: PublicLink[];
  /** The handler of each route, by method and path. A confirmed proposal makes its call again. */
  readonly handlers: Map<string, RouteHandler<AnyRoute>>;
  /** Replaces a handler's error, for calls that wait for a second person. Returns the error to answer. */
  onHandlerError: (error: unknown, call: HandledCall) => Promise<unknown>;
  readonly authenticators: Authenticators;
  readonly knownCallers: KnownCallers;
  /** Set before a planned stop: `/readyz` answers 503, and each answer ends its connection. */
  isDraining: boolean;
}

interface HttpServerOptions {
  readonly logger: Logger;
  readonly authenticators: Authenticators;
  readonly trustProxy: boolean | number | string[];
  readonly corsOrigins: readonly string[];
  /** True under https: sends HSTS. */
  readonly https: boolean;
  readonly idleConnectionMs?: number | undefined;
  /** Time for the headers of a request, and for the whole request. */
  readonly arrivalMs?: { readonly headers: number; readonly request: number } | undefined;
}

const MAX_URL_BYTES = 16 * 1024;
/** Closes connections without traffic after this time, even if the answer is not read. Longer than any call takes. */
const IDLE_CONNECTION_MS = 120_000;
/** Also for clients that send a byte now and then. An image of an offer needs the longer time on a slow line. */
const ARRIVAL_MS = { headers: 15_000, request: 30_000 };
/** Node's default interval to look for late requests, 30 s, would double the times. */
const NODE_LIMITS = { maxHeaderSize: MAX_URL_BYTES, connectionsCheckingInterval: 1_000, keepAliveTimeout: 72_000 };
const HSTS_SECONDS = 31_536_000;
/** Headers that pages of allowed other origins may read. */
const PROMISED_HEADERS = [
  'Content-Disposition',
  'Idempotent-Replayed',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
  DATA_AGE_HEADER,
];

/** Contract routes validate with zod. Fastify's own validator and serializer would only load 100 modules at each start. */
const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } };

function refuseSchemas(): never {
  throw new Error('routes have no Fastify schemas');
}

const withoutHandlers = (): Pick<HttpServer, 'handlers' | 'onHandlerError'> => ({
  handlers: new Map(),
  onHandlerError: async (error) => error,
});

/** Creates the server with security headers, CORS, limits and error format, but without routes. */
export async function createHttpServer({
  logger,
  authenticators,
  trustProxy,
  corsOrigins,
  https,
  idleConnectionMs = IDLE_CONNECTION_MS,
  arrivalMs = ARRIVAL_MS,
}: HttpServerOptions): Promise<HttpServer> {
  const requestLogger: FastifyBaseLogger = logger;
  const common = {
    loggerInstance: requestLogger,
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    frameworkErrors: answerFrameworkError,
    schemaController: WITHOUT_SCHEMAS,
  };
  const { hot, before, follow } = createHotServer(common);
  const limits = { ...NODE_LIMITS, headersTimeout: arrivalMs.headers, requestTimeout: arrivalMs.request };
  const app = fastify({
    ...common,
    genReqId: () => randomUUID(),
    serverFactory: (handler) => createServer(limits, before(handler)).setTimeout(idleConnectionMs),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
  });
  follow(app);
  if (trustProxy === false) warnOfProxy(app, logger);
  endConnectionsOnClose(app);
  app.decorateRequest('caller', null);
  // The same id as in the log. Screens show it beside an error.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
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
  const http: HttpServer = {
    fastify: app,
    hot,
    redirectHeaders: redirectHeaders(https),
    routes: [],
    links: [],
    ...withoutHandlers(),
    authenticators,
    knownCallers,
    isDraining: false,
  };
  app.server.prependListener('request', (_request, response) => {
    if (http.isDraining) response.shouldKeepAlive = false;
  });
  return http;
}

/** Accepts only JSON: another site can submit a plain form without a preflight. Postbacks parse their own bodies. */
function readJsonAlone(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    keepRawBody(request, body);
    // Many clients send a content type with every call, also with a DELETE without a body.
    if (body === '' && request.method === 'DELETE') done(null, undefined);
    else void parseJson(request, body, done);
  });
  app.removeContentTypeParser('text/plain');
}

/** Adds security headers to every answer, and CORS for allowed origins. */
async function protectBrowsers(
  app: FastifyInstance,
  { corsOrigins, https }: Pick<HttpServerOptions, 'corsOrigins' | 'https'>,
): Promise<void> {
  const headers = browserHeaders(corsOrigins, https);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isForPrograms !== true) reply.headers(headers);
    done();
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

/** Returns the headers of every answer for a browser. */
function browserHeaders(corsOrigins: readonly string[], https: boolean): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    ["connect-src 'self'", ...corsOrigins].join(' '),
    // blob: ExcelJS packs larger workbooks in a worker that it creates from a text.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    ...redirectHeaders(https),
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

const redirectHeaders = (https: boolean): Record<string, string> => ({
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }),
});

const LOOK_FOR_IDLE_EVERY_MS = 50;

/** Closes connections after their answer during a shutdown. Otherwise keep-alive would delay the stop. */
function endConnectionsOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_FOR_IDLE_EVERY_MS);
    app.server.once('close', () => clearInterval(timer));
    timer.unref();
  });
}

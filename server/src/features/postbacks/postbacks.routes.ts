import {
  getPostbackUrls,
  inboundPostbackPath,
  POSTBACK_VERDICTS,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '#platform/feature-module/index.ts';
import { AppError } from '#platform/app-error/index.ts';
import { clientAddress, registerRoute, toAppError, type HttpServer } from '#platform/http/index.ts';
import { createReverseConversion, type RecordConversions } from '#features/conversions/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { listPostbackUrls } from './list-postback-urls.ts';
import { parsePostback, parsePostbackBody, type PostbackBody, type PostbackRequest } from './inbound-postback.ts';
import type { PostbackSettings } from './judge-postback.ts';
import { registerPostbackLogRoutes } from './postback-log.routes.ts';
import { receivePostback, type ReceivePostbackDependencies } from './receive-postback.ts';
import { createBadTokenLimit, createRefusedLog } from './refuse-postback.ts';
import { createPostbackBatcher, createReversalQueue, type PostbackBatcher } from './store-postbacks.ts';

interface PostbackRoutesDependencies extends Pick<Platform, 'database' | 'clock' | 'logger' | 'secrets'> {
  readonly offers: OfferCatalog;
  readonly recordConversions: RecordConversions;
  readonly publicUrl: string;
  readonly settings: () => PostbackSettings & { readonly domain: string };
  readonly tracer?: Tracer | undefined;
  /** Replaces ours in a benchmark. */
  readonly batcher?: PostbackBatcher | undefined;
}

const BODY_LIMIT_BYTES = 64 * 1024;

export function createPostbackRoutes(dependencies: PostbackRoutesDependencies) {
  const { database, clock, logger, secrets, offers, recordConversions, publicUrl, settings } = dependencies;
  const reverseConversion = createReverseConversion({ recordConversions, offers });
  const answers = new Map<PostbackVerdict, number>();
  for (const verdict of Object.keys(POSTBACK_VERDICTS) as PostbackVerdict[]) answers.set(verdict, 0);
  const receive: ReceivePostbackDependencies = {
    offers,
    settings,
    badTokens: createBadTokenLimit(clock),
    batcher: dependencies.batcher ?? createPostbackBatcher({ database, recordConversions }),
    reversals: createReversalQueue(database, reverseConversion),
    refusedLog: createRefusedLog(database, logger),
    clock,
    logger,
    tracer: dependencies.tracer,
  };
  return {
    /** Figures since the start of this server. */
    get figures() {
      return { answers, queued: receive.batcher.size, unlogged: receive.refusedLog.dropped() };
    },
    routes(http: HttpServer): void {
      registerRoute(http, getPostbackUrls, ({ params }) =>
        listPostbackUrls({ database, clock, secrets, publicUrl, settings: settings() }, params.id),
      );
      http.links.push({
        path: '/postback/{offerId}/{eventName}',
        tag: 'postbacks',
        summary: 'The postback URL of an event, for GET and POST: records a conversion once',
        example: settings().domain + inboundPostbackPath('ofr_01M8HG4BQ8486BH0AVV95YQB8G', 'install', 'TOKEN'),
        query: { token: "The offer's token, else the security token", click_id: 'The ID of the click' },
        answers: verdictsByStatus(),
      });
      registerPostbackLogRoutes(http, { ...receive, database, clock, recordConversions, reverseConversion });
      for (const server of [http.fastify, http.hot])
        void server.register(async (scope) => installHotRoutes(scope, receive, answers));
    },
    /** Waits for postbacks in flight and writes the rest of the log. */
    async stop() {
      await receive.batcher.stop();
      await receive.reversals.drain();
      await receive.refusedLog.stop();
    },
  };
}

const OTHER_METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];

/** Records nothing: a link scanner asks with HEAD, a browser with OPTIONS. */
function refuseMethod(_request: FastifyRequest, reply: FastifyReply): never {
  reply.header('allow', 'GET, POST').header('x-content-type-options', 'nosniff');
  throw new AppError('method_not_allowed', 'Send a postback with GET or POST.');
}

function verdictsByStatus(): Record<number, string> {
  const lists: Record<number, string> = {};
  for (const [verdict, { status }] of Object.entries(POSTBACK_VERDICTS))
    lists[status] = lists[status] === undefined ? verdict : `${lists[status]}, ${verdict}`;
  return lists;
}

type HotRequest = FastifyRequest<{
  Params: { offerId?: string; eventName?: string };
  Querystring: Record<string, unknown>;
  Body: PostbackBody | undefined;
}>;

/**
 * Bypasses `registerRoute` for speed: no session, no schema, no request log. The token authenticates the sender. The
 * only browser header is `nosniff`.
 */
function installHotRoutes(
  scope: FastifyInstance,
  receive: ReceivePostbackDependencies,
  answers: Map<PostbackVerdict, number>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, parsePostbackBody);

  const answer = async (request: HotRequest, reply: FastifyReply, more?: Partial<PostbackRequest>): Promise<string> => {
    const { method, url, headers, params, query } = request;
    const postback = parsePostback({
      method,
      url,
      ip: clientAddress(request),
      userAgent: headers['user-agent'] ?? null,
      receivedAt: receive.clock.now(),
      offerId: params.offerId,
      eventName: params.eventName,
      query,
      body: undefined,
      ...more,
    });
    const { status, body, retryAfterS } = await receivePostback(receive, postback);
    answers.set(body.code, (answers.get(body.code) ?? 0) + 1);
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .header('x-content-type-options', 'nosniff');
    return JSON.stringify(body);
  };
  const handler = (request: HotRequest, reply: FastifyReply): Promise<string> => {
    const { body } = request;
    return answer(request, reply, typeof body === 'string' ? { unreadable: { text: body } } : { body });
  };
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const { status: httpStatus } = toAppError(error);
    if (httpStatus >= 500) request.log.error({ err: error }, 'request failed');
    return answer(request as HotRequest, reply, { unreadable: { httpStatus } });
  };
  /** Handles a malformed path, a segment over the router's limit, and an undecodable path (error-handler.ts). */
  const unroutable = (request: HotRequest, reply: FastifyReply): Promise<string> => {
    const { body, originalUrl: url } = request;
    const [, , id = ''] = url.split(/[/?#]/, 3);
    const offerId = receive.offers.get(id)?.id;
    const unreadable = url === request.url ? { httpStatus: 404 } : {};
    return answer(request, reply, { url, offerId, unreadable, ...(typeof body !== 'string' && { body }) });
  };
  const [exposeHeadRoute, config] = [false, { quiet: true, isForPrograms: true }];
  const route = { exposeHeadRoute, config, errorHandler };
  for (const url of ['/postback/:offerId/:eventName', '/postback'])
    scope.route({ ...route, method: ['GET', 'POST'], url, handler });
  scope.route({ ...route, method: ['GET', 'POST'], url: '/postback/*', handler: unroutable });
  for (const url of ['/postback', '/postback/*'])
    scope.route({ exposeHeadRoute, config, method: OTHER_METHODS, url, handler: refuseMethod });
}

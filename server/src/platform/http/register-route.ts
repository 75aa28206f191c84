import type { AnyRoute, RouteLimit } from '@muneem/contract/http';
import { hasRight, noRightText, rights, visibleTo } from '@muneem/contract/rights';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Actor } from '#platform/audit-log/index.ts';
import { AppError } from '#platform/app-error/index.ts';
import { clientAddress, clientNetwork } from './client-address.ts';
import type { AdminPrincipal, RequestContext, RouteHandler } from './request-context.ts';
import type { HttpServer } from './http-server.ts';
import { bearerToken } from './bearer-token.ts';
import { inDayOrder, parsePart } from './parse-request.ts';

const replied = Symbol('replied');
/** Returned by a handler that sent its own answer (a stream or redirect). */
export const REPLIED = replied as unknown as never;

const DEFAULT_BODY_LIMIT_BYTES = 100 * 1024;
const DEFAULT_LIMIT: RouteLimit = { max: 600, windowS: 60 };

/**
 * Registers a contract route: rate limit → session and right → body → session and right → validate → handler → answer parsed by its
 * schema, so that only fields of the contract are sent.
 */
export function registerRoute<R extends AnyRoute>(http: HttpServer, route: R, handler: RouteHandler<R>): void {
  http.routes.push(route);
  http.handlers.set(`${route.method} ${route.path}`, handler);
  const limit = route.limit ?? DEFAULT_LIMIT;
  const identify = async (request: FastifyRequest): Promise<void> => {
    request.setDecorator('caller', await authenticate(http, route, request));
  };
  const options: RouteOptions = {
    method: route.method,
    url: route.path,
    // Fastify would open a stream for a HEAD request and never end it.
    exposeHeadRoute: false,
    bodyLimit: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    config: {
      rateLimit: {
        max: limit.max,
        timeWindow: limit.windowS * 1000,
        // These calls do not use the session token, so a new token must not reset the limit.
        ...(route.auth === 'public' || route.auth === 'key' ? { keyGenerator: clientNetwork } : {}),
      },
    },
    // After the rate limit, the last onRequest hook, and before the body is read.
    preParsing: identify,
    // A slow sender has half a minute for the body: the session may have ended meanwhile.
    ...(route.method === 'GET' ? {} : { preHandler: identify }),
    handler: async (request, reply) => {
      const { admin, actor } = request.getDecorator<Caller>('caller');
      const params = parsePart(route.params, request.params, 'params');
      const body = parsePart(route.body, request.body, 'body');
      const result = await handler({
        params,
        query: inDayOrder(parsePart(route.query, request.query, 'query')),
        body,
        actor,
        admin,
        ip: clientAddress(request),
        request,
        reply,
      } as RequestContext<R>).catch(async (error: unknown) => {
        throw await http.onHandlerError(error, { route, params, body, actor });
      });
      return (result as unknown) === replied ? reply : sendAnswer(route, result, reply, admin);
    },
  };
  http.fastify.route(options);
}

function sendAnswer(route: AnyRoute, result: unknown, reply: FastifyReply, admin: AdminPrincipal | undefined): unknown {
  const isFields = typeof result === 'object' && !Array.isArray(result);
  const answer = route.answer.safeParse(isFields ? { success: true, ...result } : result);
  if (answer.success) {
    // Their own account: the secret of a new authenticator app is theirs.
    const isOwn = admin === undefined || route.right === rights.useAccount;
    const shown = isOwn ? answer.data : visibleTo(admin.role, answer.data);
    return reply.header('cache-control', 'no-store').send(shown);
  }
  throw new Error(`${route.method} ${route.path} answered outside its contract`, { cause: answer.error });
}

export interface Caller {
  readonly actor: Actor;
  readonly admin: AdminPrincipal | undefined;
}

async function authenticate(http: HttpServer, route: AnyRoute, request: FastifyRequest): Promise<Caller> {
  const origin = { ip: clientAddress(request), requestId: request.id };
  if (route.auth === 'public' || route.auth === 'key') {
    return { admin: undefined, actor: { kind: 'anonymous', id: '', name: 'Anonymous', ...origin } };
  }
  const token = bearerToken(request);
  if (token !== undefined && route.auth !== 'platform') {
    const { authenticators } = http;
    const admin = await (route.unattended ? authenticators.findAdmin(token) : authenticators.admin(token));
    if (admin) {
      http.knownCallers.remember(token);
      if (!hasRight(admin.role, route.right)) throw new AppError('forbidden', noRightText(admin.role, route.right));
      return { admin, actor: { kind: 'admin', id: admin.adminId, name: admin.name, ...origin } };
    }
  }
  if (token !== undefined && route.auth !== 'admin' && http.authenticators.platform(token)) {
    http.knownCallers.remember(token);
    return { admin: undefined, actor: { kind: 'platform', id: 'platform', name: 'Platform API', ...origin } };
  }
  throw new AppError('unauthorized', refusal(route, token));
}

function refusal({ auth }: AnyRoute, token: string | undefined): string {
  if (auth === 'platform') return 'The key is missing or wrong. Send PLATFORM_API_KEY as "Authorization: Bearer …".';
  return token === undefined ? 'Please sign in to continue.' : 'Your session has ended. Please sign in again.';
}

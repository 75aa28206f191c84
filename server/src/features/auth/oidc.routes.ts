import * as routes from '@muneem/contract/auth';
import type { AnyRoute } from '@muneem/contract/http';
import { registerRoute, REPLIED, type HttpServer, type RequestContext } from '#platform/http/index.ts';
import type { Origin } from './auth-dependencies.ts';
import { endProviderSessions } from './end-provider-sessions.ts';
import { finishOidc } from './finish-oidc.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { openOidcSession } from './open-oidc-session.ts';
import { startOidc } from './start-oidc.ts';

type OriginOf = (context: RequestContext<AnyRoute>) => Origin;

/** Registers the routes of the identity provider. Without one they do not exist. */
export function registerOidcRoutes(http: HttpServer, dependencies: OidcDependencies, originOf: OriginOf): void {
  registerRoute(http, routes.startOidc, async (context) => {
    const { body, request, reply } = context;
    const { url, cookie } = await startOidc(dependencies, body, request.headers.origin, originOf(context));
    reply.header('set-cookie', cookie);
    return { url };
  });

  registerRoute(http, routes.finishOidc, async (context) => {
    const { request, reply } = context;
    const query = new URL(request.url, 'http://callback').search;
    const { path, cookie } = await finishOidc(
      dependencies,
      { query, cookie: request.headers.cookie },
      originOf(context),
    );
    await reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect(path, 302);
    return REPLIED;
  });

  registerRoute(http, routes.openOidcSession, async (context) => {
    const { request, reply } = context;
    // The cookie has served its purpose, also if it is refused.
    reply.header('set-cookie', dependencies.oidcCookie.cleared);
    const opened = await openOidcSession(dependencies, request.headers.cookie, originOf(context));
    return { ...opened, expiresAt: opened.expiresAt.toISOString() };
  });

  // Providers send a form. Only this route reads one.
  void http.fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    registerRoute({ ...http, fastify: scope }, routes.oidcLogout, async (context) => {
      await endProviderSessions(dependencies, context.body.logout_token, originOf(context));
      return {};
    });
  });
}

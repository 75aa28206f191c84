import type { AnyRoute } from '@muneem/contract/http';
import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openApiDocument } from '#platform/http/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp, TEST_PLATFORM_KEY } from '#test/test-app.ts';

const tokens: Record<string, string | undefined> = {
  'no token': undefined,
  garbage: 'garbage',
  'a long one': 'x'.repeat(600),
};
interface Operation {
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
}

const app = await createTestApp();
const routes = app.http.routes;
tokens['an expired session'] = (await openAdminSession(app)).token;
await app.database.execute(
  sql`update admin_sessions set expires_at = now() - interval '1 second', created_at = now() - interval '1 day', last_seen_at = now() - interval '1 day'`,
);
tokens['a revoked session'] = (await openAdminSession(app)).token;
await app.database.execute(
  sql`update admin_sessions set ended_at = now(), ended_by = 'sign_out' where expires_at > now()`,
);

describe('the whole route table', () => {
  const call = (route: AnyRoute, token: string | undefined) =>
    app.http.fastify.inject({
      method: route.method,
      url: route.path.replaceAll(/:[A-Za-z]+/g, 'x'),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { payload: {} }),
    });

  it('contains the routes of every feature', () => {
    expect(routes.length).toBeGreaterThanOrEqual(30);
    const named = routes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(named).size).toBe(named.length);
  });

  // covers 000-6.1 000-1.1 000-6.4 001-2.36 001-6.5
  it('answers 401 without a live session, on every route that requires one', async () => {
    const wrong: string[] = [];
    let calls = 0;
    for (const route of routes.filter(
      ({ auth }) => auth === 'admin' || auth === 'admin-or-platform' || auth === 'platform',
    )) {
      for (const [what, token] of Object.entries(tokens)) {
        const answer = await call(route, token);
        calls += 1;
        const body = answer.json<{ success?: unknown; code?: unknown }>();
        if (answer.statusCode !== 401 || body.success !== false || body.code !== 'unauthorized') {
          wrong.push(`${route.method} ${route.path} with ${what}: ${answer.statusCode}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(100);
  });

  it('accepts a live session', async () => {
    const { token } = await openAdminSession(app);
    for (const route of routes.filter(({ auth, method }) => auth === 'admin' && method === 'GET')) {
      const answer = await app.http.fastify.inject({
        url: route.path.replaceAll(/:[A-Za-z]+/g, 'x'),
        headers: { authorization: `Bearer ${token}` },
        // A stream stays open until its reader leaves.
        payloadAsStream: true,
      });
      expect(answer.statusCode, route.path).not.toBe(401);
      answer.stream().destroy();
    }
  });

  it('gives every route its own or the common rate limit', async () => {
    const limits: Record<string, unknown> = {};
    for (const route of routes)
      limits[`${route.method} ${route.path}`] = (await call(route, undefined)).headers['x-ratelimit-limit'];
    expect(limits).toEqual(
      Object.fromEntries(routes.map(({ method, path, limit }) => [`${method} ${path}`, String(limit?.max ?? 600)])),
    );
  });

  it('forbids caching of answers, and declares their character set', async () => {
    const { token } = await openAdminSession(app);
    const said: Record<string, unknown> = {};
    const readable = routes.filter(({ method, auth }) => method === 'GET' && auth !== 'platform');
    for (const { path } of readable) {
      const answer = await app.http.fastify.inject({
        url: path.replaceAll(/:[A-Za-z]+/g, 'x'),
        headers: { authorization: `Bearer ${token}` },
        payloadAsStream: true,
      });
      answer.stream().destroy();
      const { 'cache-control': cache, 'content-type': type } = answer.headers;
      said[path] = [cache, String(type).endsWith('; charset=utf-8') || String(type).includes('spreadsheetml')];
    }
    expect(readable.length).toBeGreaterThan(40);
    expect(said).toEqual(Object.fromEntries(readable.map(({ path }) => [path, ['no-store', true]])));
  });

  // covers 000-6.1 000-1.1 001-6.1
  it('does not accept the consumer app as an administrator', async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ auth }) => auth === 'admin')) {
      const answer = await call(route, TEST_PLATFORM_KEY);
      if (answer.statusCode !== 401) wrong.push(`${route.method} ${route.path}: ${answer.statusCode}`);
    }
    expect(wrong).toEqual([]);
  });

  it('has no route below /api outside the contract', () => {
    const known = new Set(routes.map((route) => route.path));
    const tree = app.http.fastify.printRoutes({ commonPrefix: false, includeHooks: false });
    const bound = [...tree.matchAll(/(\/api\/\S+) \(/g)].map(([, path]) => path ?? '');
    const undocumented = new Set(['/api/docs', '/api/openapi.json']);
    expect(bound.filter((path) => !known.has(path as `/${string}`) && !undocumented.has(path))).toEqual([]);
  });

  it('describes the API without expressions that no reader can follow', () => {
    const patterns = [...JSON.stringify(openApiDocument(routes)).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(patterns.map(([, pattern = '']) => pattern).filter((pattern) => pattern.length > 100)).toEqual([]);
  });

  it('gives every call of the app an example that the call accepts', () => {
    const refused = routes
      .filter(({ auth, body }) => body !== undefined && auth.includes('platform'))
      .flatMap((route) => {
        const { paths } = openApiDocument([route]) as { paths: Record<string, Record<string, Operation>> };
        const operation = Object.values(Object.values(paths)[0] ?? {})[0];
        const { example } = operation?.requestBody.content['application/json'] ?? {};
        const parsed = route.body?.safeParse(example);
        return parsed?.success ? [] : [[route.path, example, parsed?.error?.issues]];
      });
    expect(refused).toEqual([]);
  });

  it('describes the errors of a call with their codes, and the public links', async () => {
    const document = (await app.http.fastify.inject('/api/openapi.json')).json();
    const { responses } = document.paths['/api/platform/withdrawals'].post;
    expect(responses['409'].description).toBe('insufficient_coins, idempotency_in_progress');
    expect(responses['404'].description).toBe('user_not_found');
    expect(document.paths['/track/{offerId}'].get.responses['302']).toBeDefined();
    expect(document.paths['/postback/{offerId}/{eventName}'].get.responses['401'].description).toBe('bad_token');
  });

  it('shows the headers to send, an example of each call and the public links on the page of the API', async () => {
    const page = (await app.http.fastify.inject('/api/docs')).body;
    expect(page.match(/<h3>Example answer<\/h3>/g)).toHaveLength(routes.length);
    for (const link of ['/track/{offerId}', '/postback/{offerId}/{eventName}'])
      expect(page).toContain(`<code>${link}</code>`);
    expect(page).toContain('Authorization: Bearer &lt;PLATFORM_API_KEY&gt;\nIdempotency-Key: &lt;a new text');
    // The keyboard scrolls only what it can focus.
    expect(page).not.toContain('<pre>');
  });

  it('lists every route in OpenAPI, with its authentication', () => {
    const { paths } = openApiDocument(routes) as { paths: Record<string, Record<string, { security: unknown[] }>> };
    for (const route of routes) {
      const operation = paths[route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')]?.[route.method.toLowerCase()];
      expect(operation, route.path).toBeDefined();
      expect(operation?.security.length, route.path).toBe(
        route.auth === 'public' || route.auth === 'key' ? 0 : route.auth === 'admin-or-platform' ? 2 : 1,
      );
    }
  });
});

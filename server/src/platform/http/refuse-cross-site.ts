import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error/index.ts';

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses changes sent by another site through a visitor's browser. Bearer tokens are never sent automatically,
 * so this protects calls without a session, such as sign-in.
 */
export function refuseCrossSite(
  fastify: FastifyInstance,
  { publicUrl, corsOrigins }: { publicUrl: string; corsOrigins: readonly string[] },
): void {
  const own = new Set([new URL(publicUrl).origin, ...corsOrigins]);
  fastify.addHook('onRequest', async (request) => {
    if (!CHANGES.has(request.method) || !isApiRoute(request)) return;
    if (!isSameOrigin(request, own)) {
      throw new AppError('forbidden', 'This request comes from another site and was refused.');
    }
    // Content types that another site's form can send without a preflight.
    const type = request.headers['content-type'];
    if (type !== undefined && /^\s*(application\/x-www-form-urlencoded|text\/plain|multipart\/form-data)/i.test(type)) {
      throw new AppError('unsupported_media_type', 'Send the body as application/json.');
    }
  });
}

/** By the matched route, because a path has many spellings (`/%61pi/…`, `http://host/api/…`). */
const isApiRoute = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') === true;

/** Programs send neither header. Browsers send `Sec-Fetch-Site` (https or localhost) and `Origin`. */
function isSameOrigin({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const { origin } = headers;
  if (origin !== undefined && own.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === headers.host;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error/index.ts';

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses changes that a page of another site sends through a visitor's browser. Sessions are bearer tokens and never
 * travel by themselves, so this is for the calls without one: signing somebody in, flooding him with mail.
 */
export function refuseCrossSite(
  fastify: FastifyInstance,
  { publicUrl, corsOrigins }: { publicUrl: string; corsOrigins: readonly string[] },
): void {
  const own = new Set([new URL(publicUrl).origin, ...corsOrigins]);
  fastify.addHook('onRequest', async (request) => {
    if (!CHANGES.has(request.method) || !isOfTheApi(request)) return;
    if (!comesFromHere(request, own)) {
      throw new AppError('forbidden', { userMessage: 'This request comes from another site and was refused.' });
    }
    // What a plain form of another site could send without asking first.
    const type = request.headers['content-type'];
    if (type !== undefined && /^\s*(application\/x-www-form-urlencoded|text\/plain|multipart\/form-data)/i.test(type)) {
      throw new AppError('unsupported_media_type', { userMessage: 'Send the body as application/json.' });
    }
  });
}

/** By the route that was found: an address can be spelt in many ways (`/%61pi/…`, `http://host/api/…`). */
const isOfTheApi = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') === true;

/** Programs send neither header; browsers send `Sec-Fetch-Site` (over https or to this machine) and `Origin`. */
function comesFromHere({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const { origin } = headers;
  if (origin !== undefined && own.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === headers.host;
}

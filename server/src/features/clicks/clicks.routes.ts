import type { FastifyReply, FastifyRequest } from 'fastify';
import { trackingPath } from '@muneem/contract/clicks';
import { clientAddress, type HttpServer } from '#platform/http/index.ts';
import { createMinuteCounts } from '#platform/rate-limit/index.ts';
import { isCounted } from './detect-visit.ts';
import { followLink, limitPreparedVisits, type FollowLinkDependencies, type LinkOutcome } from './follow-link.ts';

type TrackRequest = FastifyRequest<{ Params: { offerId: string }; Querystring: Record<string, unknown> }>;

interface ClickRouteDependencies extends Omit<FollowLinkDependencies, 'prepared'> {
  /** Per IPv4 address and IPv6 /56. */
  readonly clicksPerMinute: number;
  readonly publicUrl: string;
}

/** Bounds the memory. Further networks are not limited in that minute, because new visitors must not be refused. */
const MAX_NETWORKS = 100_000;

export function registerClickRoutes(
  http: HttpServer,
  { clicksPerMinute, publicUrl, ...given }: ClickRouteDependencies,
): void {
  const dependencies: FollowLinkDependencies = { ...given, prepared: limitPreparedVisits() };
  const countVisit = createMinuteCounts(dependencies.clock, MAX_NETWORKS);
  const visit = async (request: TrackRequest): Promise<LinkOutcome | 'too_many'> => {
    const { headers } = request;
    const ip = clientAddress(request);
    const { count, isShared } = countVisit(ip);
    if (count > clicksPerMinute && !isShared) return 'too_many';
    const userAgent = headers['user-agent'] ?? null;
    const purpose = String(
      headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'] ?? '',
    );
    return followLink(dependencies, {
      offerId: request.params.offerId,
      params: request.query,
      ip,
      userAgent,
      isCounted: isCounted({ method: request.method, userAgent, purpose }),
    });
  };
  http.links.push({
    path: '/track/{offerId}',
    tag: 'clicks',
    summary: 'The tracking link of an offer: counts the visit and sends the visitor to the advertiser',
    example: `${publicUrl}${trackingPath('ofr_01M8HG4BQ8486BH0AVV95YQB8G')}?uid=u-1001&p1=home-screen`,
    query: { uid: "The user's ID in the app", p1: 'p1 to p6 and any other parameter stay with the click' },
    answers: { 302: 'To the advertiser', 404: 'No such offer', 410: 'The offer has ended', 429: 'Too many visits' },
  });
  http.fastify.get('/track/:offerId', { config: { quiet: true } }, async (request: TrackRequest, reply) => {
    const outcome = await visit(request);
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    if (outcome === 'unknown') return sendPage(reply, 404, 'Offer not found', 'This offer does not exist.');
    if (outcome === 'gone') return sendPage(reply, 410, 'Offer ended', 'This offer is no longer available.');
    if (outcome === 'too_many') {
      reply.header('retry-after', '60');
      return sendPage(
        reply,
        429,
        'Too many visits',
        'Too many links were opened from your network. Please try again in a minute.',
      );
    }
    return reply.code(302).header('location', outcome.location).send();
  });
  const redirectHeaders = { ...http.redirectHeaders, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  http.hot.get('/track/:offerId', async (request: TrackRequest, reply) => {
    const outcome = await visit(request);
    // The full server renders the page.
    if (typeof outcome === 'string') return reply.callNotFound();
    return reply.code(302).headers(redirectHeaders).header('location', outcome.location).send();
  });
}

function sendPage(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`,
    );
}

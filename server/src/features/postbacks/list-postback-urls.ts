import { trackingPath } from '@muneem/contract/clicks';
import { inboundPostbackPath, type getPostbackUrls } from '@muneem/contract/postbacks';
import type { Platform } from '#platform/feature-module/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { getOffer } from '#features/offers/index.ts';

interface PostbackUrlsDependencies extends Pick<Platform, 'database' | 'clock' | 'secrets'> {
  readonly settings: { readonly securityToken: string; readonly domain: string };
  readonly publicUrl: string;
}

/**
 * Lists the tracking link of an offer and the postback URL of each event. An offer's own token replaces the global one, with which its
 * network could also report events of other offers. @throws AppError `offer_not_found`
 */
export async function listPostbackUrls(
  dependencies: PostbackUrlsDependencies,
  offerId: string,
): Promise<HandlerAnswer<typeof getPostbackUrls>> {
  const { securityToken, domain } = dependencies.settings;
  const { postbackToken, events } = await getOffer(dependencies, dependencies.database, offerId);
  const token = postbackToken === '' ? securityToken : postbackToken;
  const base = domain.replace(/\/+$/, '');
  return {
    securityToken,
    trackingLink: dependencies.publicUrl + trackingPath(offerId),
    postbackUrls: Object.fromEntries(
      events.map(({ eventName: name, eventPayout: payout, eventCap: cap, eventCount: count }) => [
        name,
        { name, payout, cap, count, url: base + inboundPostbackPath(offerId, name, token) },
      ]),
    ),
  };
}

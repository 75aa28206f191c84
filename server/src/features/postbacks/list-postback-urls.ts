import { rupeesFromPaise } from '@muneem/contract/money';
import { inboundPostbackPath, type getPostbackUrls } from '@muneem/contract/postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { countApprovedOn } from './postbacks.repository.ts';

interface PostbackUrlsDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly offers: OfferCatalog;
  readonly settings: { readonly securityToken: string; readonly domain: string };
}

/** Lists the postback URL of each event of an offer. */
export async function listPostbackUrls(
  dependencies: PostbackUrlsDependencies,
  offerId: string,
): Promise<HandlerAnswer<typeof getPostbackUrls>> {
  const { securityToken, domain } = dependencies.settings;
  await dependencies.offers.catchUp();
  const offer = dependencies.offers.get(offerId);
  if (!offer || offer.isArchived) throw new AppError('offer_not_found', 'Offer not found.');
  const events = [...offer.events.values()];
  const counts = await countApprovedOn(
    dependencies.database,
    events.map(({ id }) => id),
    kolkataDay(dependencies.clock.now()),
  );
  const base = domain.replace(/\/+$/, '');
  return {
    securityToken,
    postbackUrls: Object.fromEntries(
      events.map(({ id, name, payout, dailyCap }) => [
        name,
        {
          name,
          payout: rupeesFromPaise(payout),
          cap: dailyCap,
          count: counts.get(id) ?? 0,
          url: base + inboundPostbackPath(offer.id, name, securityToken),
        },
      ]),
    ),
  };
}

import { trackingPath } from '@muneem/contract/clicks';
import { OFFER_CATEGORIES, type OfferSummary } from '@muneem/contract/offers';
import type { PlatformOffer } from '@muneem/contract/platform-api';
import type { Platform } from '#platform/feature-module/index.ts';
import { computeReward, type RewardRules } from '#features/conversions/index.ts';
import { findEvent, listOffers, type OfferCatalog } from '#features/offers/index.ts';

export interface ListPlatformOffersDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly offers: OfferCatalog;
  readonly rewardRules: RewardRules;
  readonly publicUrl: string;
}

/** Lists active offers, newest first, without back-office and network fields. */
export async function listPlatformOffers(dependencies: ListPlatformOffersDependencies): Promise<PlatformOffer[]> {
  const lists = await Promise.all(
    OFFER_CATEGORIES.map((offerCategory) =>
      listOffers(
        dependencies,
        { offerCategory, search: '', status: 'active' },
        { sort: 'createdAt', order: 'desc', offset: 0 },
      ),
    ),
  );
  const newestFirst = lists.flatMap(({ offers }) => offers).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return Promise.all(newestFirst.map((offer) => toPlatformOffer(offer, dependencies)));
}

async function toPlatformOffer(
  offer: OfferSummary,
  { offers, rewardRules, publicUrl }: ListPlatformOffersDependencies,
): Promise<PlatformOffer> {
  const known = await offers.find(offer._id, (cached) =>
    offer.events.every(({ eventName }) => findEvent(cached, eventName) !== null),
  );
  return {
    offerId: offer._id,
    title: offer.title,
    description: offer.description,
    coins: offer.coins,
    type: offer.type,
    category: offer.category,
    requirements: offer.requirements,
    image: offer.image.startsWith('/') ? `${publicUrl}${offer.image}` : offer.image,
    developer: offer.developer,
    rating: offer.rating,
    downloads: offer.downloads,
    deadline: offer.deadline,
    steps: offer.steps.map(({ title, description }) => ({ title, description })),
    events: offer.events.map(({ eventName, description, isRequired }) => {
      const event = known && findEvent(known, eventName);
      const coins = known && event ? computeReward(known, event, false, rewardRules).userCoins : 0;
      return { name: eventName, description, isRequired, coins };
    }),
    completedCount: offer.completedCount,
    trackingLink: publicUrl + trackingPath(offer._id),
  };
}

export { OfferImage } from './offer-image.tsx';
export { offerStatus } from './offer-status.ts';
export { eventCoins } from './event-coins.ts';
export { offerQuery, offersQuery, rewardRulesQuery } from './offers.queries.ts';
export { deleteOffer } from './delete-offer.ts';

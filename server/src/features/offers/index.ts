export { getOffer, offerNotFound } from './get-offer.ts';
export { listOffers } from './list-offers.ts';
export { createOfferCatalog, eventNames, findEvent, isInRanges } from './offer-catalog.ts';
export type { CatalogEvent, CatalogOffer, OfferCatalog } from './offer-catalog.ts';
export { listOfferIdsOfNetwork } from './offers-of-network.repository.ts';
export { offersModule } from './offers.module.ts';
export { OFFER_TOKENS } from './offer-token.ts';

export { listOffers } from './list-offers.ts';
export { countedKeys, createOfferCatalog, findEvent, isInRanges, keyOfNow } from './offer-catalog.ts';
export type {
  AddressRange,
  CatalogEvent,
  CatalogOffer,
  OfferCatalog,
  OfferCatalogDependencies,
} from './offer-catalog.ts';
export { registerOfferRoutes } from './offers.routes.ts';

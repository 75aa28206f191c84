export { OfferFormScreen } from './form/offer-form-screen.tsx';
export { OfferImage } from './offer-image.tsx';
export { PrimeOffersScreen, RegularOffersScreen } from './offer-list-screen.tsx';
export { offerStatus } from './offer-status.ts';
export { offerQuery, offersQuery } from './offers.queries.ts';
export { useDeleteOffer } from './use-delete-offer.ts';

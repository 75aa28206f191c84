export { OfferImage } from './offer-image.tsx';
export { offerStatus } from './offer-status.ts';
export { offerQuery, offersQuery } from './offers.queries.ts';
export { deleteOffer } from './delete-offer.ts';

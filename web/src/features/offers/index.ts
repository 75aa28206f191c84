export { OfferImage } from './offer-image.tsx';
export { offerStatus } from './offer-status.ts';
export { offerQuery, offersQuery } from './offers.queries.ts';
export { useDeleteOffer } from './use-delete-offer.ts';

/** The screens in files of their own: the dashboard needs the rest without them. */
export const loadOfferForm = () => import('./form/offer-form-screen.tsx');
export const loadOfferLists = () => import('./offer-list-screen.tsx');

export { claimOffer } from './claim-offer.ts';
export { registerOfferClaimRoutes } from './offer-claims.routes.ts';

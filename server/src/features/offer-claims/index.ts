export { claimOffer } from './claim-offer.ts';
export { offerClaimsModule } from './offer-claims.module.ts';

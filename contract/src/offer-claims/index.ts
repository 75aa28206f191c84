export { DEFAULT_REJECT_REASON, offerClaimReceipt } from './offer-claims.ts';
export type { ClaimEvidence, PendingOffer } from './offer-claims.ts';
export { getOfferClaim, listPendingOffers, verifyOfferClaim } from './offer-claims.api.ts';

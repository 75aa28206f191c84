import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { verifyOfferClaim } from './offer-claims.api.ts';

/** A decision as the screen reads it. Document 001 §7 names no answer. Our server returns the credited coins. */
export const decideOfferClaim = defineRoute({
  ...verifyOfferClaim,
  answer: z.object({ success: z._default(z.literal(true), true), coins: z.optional(z.int()) }),
});

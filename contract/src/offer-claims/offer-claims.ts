import * as z from '#schema';
import { OFFER_CATEGORIES } from '../offers/index.ts';

export const CLAIM_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const CLAIM_REASON_MAX_LENGTH = 500;
/** The default text of the rejection's reason (document 001 §5). */
export const DEFAULT_REJECT_REASON = 'The verification requirements were not met.';

/** The activity of the user for the claimed offer. */
export const claimEvidence = z.object({
  /** The user's clicks of the offer. */
  clicks: z.int(),
  /** The newest of them, for a link to its evidence. */
  lastClickId: z.nullable(z.string()),
  /** The names of its approved events. */
  events: z.array(z.string()),
  /** Coins that these clicks have earned. An approval credits the rest. */
  earnedCoins: z.int(),
});
export type ClaimEvidence = z.infer<typeof claimEvidence>;

/** A claim that waits for a decision. */
export const pendingOffer = z.object({
  /** The claim's own id. */
  id: z.string(),
  offerId: z.string(),
  title: z.string(),
  offerType: z.enum(OFFER_CATEGORIES),
  /** The offer's coins at the time of the claim. */
  coins: z.int(),
  /** The user's id in the consumer app. */
  userId: z.string(),
  userName: z.string(),
  date: z.iso.datetime(),
  evidence: z.optional(claimEvidence),
});
export type PendingOffer = z.infer<typeof pendingOffer>;

/** The answer to the consumer app for a new claim. */
export const offerClaimReceipt = z.object({
  claimId: z.string(),
  offerId: z.string(),
  coins: z.int(),
  status: z.literal('pending'),
  date: z.iso.datetime(),
});

import * as z from '#schema';
import { legacyEventFields } from './offer-events.ts';
import { OFFER_ANSWERS } from './offer-fields.ts';
import { OFFER_CATEGORIES } from './offer-rules.ts';

const { postbackToken, ...answers } = OFFER_ANSWERS;

/** An offer in a list. */
export const offerSummary = z.object({
  _id: z.string(),
  ...answers,
  offerCategory: z.enum(OFFER_CATEGORIES),
  hasPostbackToken: z.boolean(),
  ...legacyEventFields,
  /** Number of users who completed the offer: its popularity. */
  completedCount: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OfferSummary = z.infer<typeof offerSummary>;

const offerCompletion = z.object({ uid: z.string(), name: z.string(), completedAt: z.string() });

/** The single offer, for administrators. */
export const offer = z.extend(offerSummary, {
  postbackToken,
  /** The newest 100. `completedCount` is the full number. */
  completedBy: z.array(offerCompletion),
});
export type Offer = z.infer<typeof offer>;

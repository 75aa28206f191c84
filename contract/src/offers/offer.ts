import * as z from 'zod/mini';
import { legacyEventFields, offerEvent } from './offer-events.ts';
import { OFFER_CATEGORIES, OFFER_TYPES } from './offer-rules.ts';

const switchState = z.enum(['active', 'inactive']);

export const offerStep = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  isCompleted: z.boolean(),
});
export type OfferStep = z.infer<typeof offerStep>;

const OFFER_FIELDS = {
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  coins: z.number(),
  type: z.enum(OFFER_TYPES),
  offerCategory: z.enum(OFFER_CATEGORIES),
  requirements: z.string(),
  /** A web address, `/images/{hash}` for an uploaded one, or empty. */
  image: z.string(),
  developer: z.string(),
  rating: z.number(),
  downloads: z.string(),
  category: z.string(),
  trackingUrl: z.string(),
  pollUrl: z.string(),
  /** The token itself is answered only for the single offer. */
  hasPostbackToken: z.boolean(),
  customClickIdParams: z.array(z.string()),
  deadline: z.string(),
  steps: z.array(offerStep),
  isActive: z.boolean(),
  events: z.array(offerEvent),
  ...legacyEventFields,
  ipWhitelistSwitch: switchState,
  ipWhitelist: z.string(),
  ipBlock: switchState,
  /** How many users completed the offer: its popularity. */
  completedCount: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** An offer in a list. */
export const offerSummary = z.object(OFFER_FIELDS);
export type OfferSummary = z.infer<typeof offerSummary>;

export const offerCompletion = z.object({ uid: z.string(), name: z.string(), completedAt: z.string() });

/** The single offer, for administrators. */
export const offer = z.object({
  ...OFFER_FIELDS,
  /** Empty when the offer has none of its own. */
  postbackToken: z.string(),
  /** The newest 100; `completedCount` is the true number. */
  completedBy: z.array(offerCompletion),
});
export type Offer = z.infer<typeof offer>;

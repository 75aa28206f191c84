import { recordId } from '../http/index.ts';
import * as z from '#schema';
import { EXTRA_PARAMS_LIMIT } from '../clicks/index.ts';
import { OFFER_TYPES } from '../offers/index.ts';
import { userUid, walletEntry } from '../users/index.ts';

/** A user in an answer to the consumer app. Missing values are null. */
export const platformUser = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  /** Coins that can be withdrawn. */
  coins: z.int(),
  /** Coins in unfinished withdrawals. */
  heldCoins: z.int(),
  completedCount: z.int(),
  /** The user's own referral code. */
  referralCode: z.nullable(z.string()),
  usedReferralCode: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type PlatformUser = z.infer<typeof platformUser>;

export const platformUserDetails = z.extend(platformUser, {
  /** The newest wallet entries. */
  entries: z.array(walletEntry),
});
export type PlatformUserDetails = z.infer<typeof platformUserDetails>;

const subParam = z.optional(z.string().check(z.maxLength(500)));

/** A click that the app creates for a user who will follow the link. */
export const newClick = z.object({
  /** Without a uid the click is anonymous, and its conversions credit no one. */
  uid: z.optional(userUid()),
  offerId: recordId(),
  p1: subParam,
  p2: subParam,
  p3: subParam,
  p4: subParam,
  p5: subParam,
  p6: subParam,
  /** Any other parameters for the tracking URL. */
  params: z.optional(
    z
      .record(
        z.string().check(z.minLength(1), z.maxLength(EXTRA_PARAMS_LIMIT.nameLength)),
        z.string().check(z.maxLength(EXTRA_PARAMS_LIMIT.valueLength)),
      )
      .check(
        z.refine(
          (params) => Object.keys(params).length <= EXTRA_PARAMS_LIMIT.count,
          `At most ${EXTRA_PARAMS_LIMIT.count} parameters can be kept.`,
        ),
      ),
  ),
});

/** A user's claim to have completed an offer. */
export const newOfferClaim = z.object({ uid: userUid(), offerId: recordId() });

const platformOfferEvent = z.object({
  name: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  /** The user's reward. */
  coins: z.int(),
});

/** An active offer, without fields that are only for admins and networks. */
export const platformOffer = z.object({
  offerId: z.string(),
  title: z.string(),
  description: z.string(),
  coins: z.int(),
  type: z.enum(OFFER_TYPES),
  category: z.string(),
  requirements: z.string(),
  /** A URL, or empty. */
  image: z.string(),
  developer: z.string(),
  rating: z.number(),
  downloads: z.string(),
  deadline: z.string(),
  steps: z.array(z.object({ title: z.string(), description: z.string() })),
  events: z.array(platformOfferEvent),
  completedCount: z.int(),
  /** The link for visitors without an API click. Append `?uid=`. */
  trackingLink: z.string(),
});
export type PlatformOffer = z.infer<typeof platformOffer>;

/** The answer to a request for a withdrawal. */
export const platformWithdrawal = z.object({
  withdrawalId: z.string(),
  coins: z.int(),
  /** Rupees. */
  amount: z.number(),
  status: z.string(),
  date: z.string(),
});

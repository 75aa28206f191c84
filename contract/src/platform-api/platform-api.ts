import { recordId } from '../http/index.ts';
import * as z from '#schema';
import { EXTRA_PARAMS_LIMIT } from '../clicks/index.ts';
import { OFFER_TYPES } from '../offers/index.ts';
import { eachParameter } from '../postbacks/index.ts';
import { PROBLEM_STATUSES, PROBLEM_TYPES } from '../problems/index.ts';
import { userUid, walletEntry } from '../users/index.ts';
import { WITHDRAWAL_STATUSES } from '../withdrawals/index.ts';

/** A user in an answer to the consumer app. Missing values are null. */
export const platformUser = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  /** Coins that can be withdrawn: those of the wallet without `owedCoins`, at least 0. */
  coins: z.int(),
  /** Coins in unfinished withdrawals. */
  heldCoins: z.int(),
  /** Coins of reversed rewards that were spent. The next credits settle them. */
  owedCoins: z.int(),
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

/** A click that the app creates for a user who will follow the link. */
export const newClick = z.object({
  /** Without a uid the click is anonymous, and its conversions credit no one. */
  uid: z.optional(userUid()),
  offerId: recordId(),
  ...eachParameter(() => z.optional(z.string().check(z.maxLength(500)))),
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
  status: z.enum(WITHDRAWAL_STATUSES),
  date: z.iso.datetime(),
});

/** A withdrawal as its user may see it, without admins, reasons and the provider's words. */
export const platformWithdrawalDetails = z.extend(platformWithdrawal, {
  uid: z.string(),
  /** The UPI ID, or the last digits of the bank account. */
  payee: z.string(),
  /** A sentence for the user. */
  text: z.string(),
  /** The bank's reference of a completed payment, if the provider named it. */
  utr: z.nullable(z.string()),
  /** The reference of a completed payment: the UTR, else the payout provider's ID. */
  transactionId: z.nullable(z.string()),
  /** While the payment is on its way: when the money arrives, in words. */
  expectedTime: z.nullable(z.string()),
  /** When the withdrawal was paid or rejected. */
  finishedAt: z.nullable(z.iso.datetime()),
});
export type PlatformWithdrawalDetails = z.infer<typeof platformWithdrawalDetails>;

/** A problem as its user may see it. */
export const platformProblem = z.object({
  problemId: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum(PROBLEM_TYPES),
  status: z.enum(PROBLEM_STATUSES),
  attachments: z.array(z.string()),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  resolvedAt: z.nullable(z.iso.datetime()),
});
export type PlatformProblem = z.infer<typeof platformProblem>;

/** A page, newest first. `before` is the id of the last record of the previous page. */
export const olderThan = {
  before: z.optional(recordId()),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
};

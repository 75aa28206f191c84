import { recordId } from '../http/index.ts';
import * as z from '#schema';
import { CLICK_STATUSES, type ClickStatus } from '../clicks/index.ts';
import { CUSTOM_PARAMETERS } from '../postbacks/index.ts';

/** Document 001 §4: clicks with these statuses can be paid manually. */
export const PAYABLE_CLICK_STATUSES = ['pending', 'clicked', 'in_progress'] as const satisfies readonly ClickStatus[];

export const CLICK_SEARCH_TYPES = [
  'general',
  'click_id',
  'offer_name',
  'event_name',
  'pcid',
  ...CUSTOM_PARAMETERS,
  'upi',
] as const;
export type ClickSearchType = (typeof CLICK_SEARCH_TYPES)[number];

/** A larger number of matches is shown as "500 or more". */
export const CLICKS_FOUND_AT_MOST = 500;
/** pcid, p1 to p6 and upi are searched in this many of the newest payable clicks. */
export const CLICKS_WINDOW = 50_000;
/** Maximum clicks of one bulk payment. */
export const CLICKS_PER_BULK = 500;

/** A click that is neither completed nor paid. */
export const payableClick = z.object({
  _id: z.string(),
  clickId: z.string(),
  /** Null for an anonymous click and for a deleted user, who have no wallet. */
  userId: z.nullable(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
  offerId: z.object({ _id: z.string(), title: z.string(), coins: z.int() }),
  status: z.enum(CLICK_STATUSES),
  upi: z.nullable(z.string()),
  /** Coins that a payment credits: the offer's coins minus those of the click's events. 0 without a user. */
  rewardCoins: z.int(),
  /** Why it cannot be paid: the offer does not pay each click, and another click of the user was rewarded. Else null. */
  alreadyRewarded: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type PayableClick = z.infer<typeof payableClick>;

/** One click to pay. User and coins are those that the admin saw. The server compares them with its own row. */
export const clickToPay = z.object({
  clickId: recordId(),
  userId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  coins: z.optional(z.nullable(z.number())),
});

/** The result of one click of a bulk payment. */
export const paidClickResult = z.object({
  clickId: z.string(),
  success: z.boolean(),
  coins: z.int(),
  transactionId: z.nullable(z.string()),
  /** Why it was not paid. */
  message: z.nullable(z.string()),
});
export type PaidClickResult = z.infer<typeof paidClickResult>;

export const manualPayment = z.object({
  _id: z.string(),
  paidAt: z.iso.datetime(),
  clickId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  offerTitle: z.string(),
  rewardCoins: z.int(),
  /** The conversion that the payment created. */
  transactionId: z.string(),
  paidBy: z.string(),
});
export type ManualPayment = z.infer<typeof manualPayment>;

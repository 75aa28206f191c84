import * as z from '#schema';
import { CLICK_STATUSES } from '../clicks/index.ts';
import { contradiction } from '../conversions/index.ts';
import { CONVERSION_SOURCES, CONVERSION_STATUSES } from '../conversion-reports/index.ts';
import { DELIVERY_STATUSES } from '../custom-postbacks/index.ts';
import { inboundPostback, postbackVerdict } from '../postbacks/index.ts';
import { smartPoll } from '../smart-poll/index.ts';
import { PAYMENT_STATUSES, WITHDRAWAL_STATUSES } from '../withdrawals/index.ts';

/** A click's timeline has at most this many entries of each kind, oldest first. */
export const EVIDENCE_LIMIT = 200;

const at = z.iso.datetime();
const text = z.nullable(z.string());

/** `taken`: reversed. `owed`: outstanding. `written_off`: the user keeps the coins. */
const CREDIT_STATUSES = ['taken', 'owed', 'written_off'] as const;
export type CreditStatus = (typeof CREDIT_STATUSES)[number];

export const reversedCredit = z.object({
  journalId: z.int(),
  kind: z.enum(['reward', 'referral']),
  uid: z.string(),
  userName: text,
  coins: z.int(),
  status: z.enum(CREDIT_STATUSES),
  owedSince: at,
  settledAt: z.nullable(at),
  settledBy: text,
  note: text,
});

const visit = z.object({
  kind: z.literal('visit'),
  at,
  /** When the tracking link of an API click was followed. */
  followedAt: z.nullable(at),
  ip: text,
  userAgent: text,
  upi: text,
  /** p1 to p6. Empty parameters are absent. */
  subParams: z.record(z.string(), z.string()),
  params: z.record(z.string(), z.string()),
});
const postback = z.extend(inboundPostback, { kind: z.literal('postback'), at });
const replay = z.object({
  kind: z.literal('replay'),
  at,
  postbackId: z.string(),
  by: z.string(),
  verdict: postbackVerdict,
  conversionId: text,
});
const poll = z.extend(smartPoll, { kind: z.literal('poll'), at });
const conversion = z.object({
  kind: z.literal('conversion'),
  at,
  conversionId: z.string(),
  event: z.string(),
  source: z.enum(CONVERSION_SOURCES),
  status: z.enum(CONVERSION_STATUSES),
  /** Why it is not approved, or why it credits no user. */
  reason: text,
  coins: z.int(),
  referralCoins: z.int(),
  /** Rupees: user and referrer together. */
  payout: z.number(),
  approvedAt: z.nullable(at),
  /** The admin of a manual payment. */
  paidBy: text,
});
/** An approved claim of the click's user for this offer. After it the click earns nothing. */
const claim = z.object({
  kind: z.literal('claim'),
  at,
  claimId: z.string(),
  /** Coins credited by the approval, and coins promised by the offer. */
  coins: z.int(),
  promisedCoins: z.int(),
  by: z.string(),
});
const reversal = z.object({
  kind: z.literal('reversal'),
  at,
  conversionId: z.string(),
  event: z.string(),
  reason: z.string(),
  /** The conversion's status before. Null if the reversal came first. */
  statusBefore: z.nullable(z.enum(CONVERSION_STATUSES)),
  coins: z.int(),
  referralCoins: z.int(),
  credits: z.array(reversedCredit),
  /** The approved claim that paid the offer. Its coins stay. */
  claim: z.nullable(z.object({ claimId: z.string(), coins: z.int() })),
});
const contradicted = z.extend(contradiction, { kind: z.literal('contradiction'), at, event: z.string() });
const journal = z.object({
  kind: z.literal('journal'),
  at,
  journalId: z.int(),
  journalKind: z.string(),
  reason: text,
  by: z.string(),
  postings: z.array(z.object({ account: z.string(), uid: text, amount: z.int(), balanceAfter: z.nullable(z.int()) })),
});
const delivery = z.object({
  kind: z.literal('delivery'),
  at,
  conversionId: z.string(),
  postbackId: z.string(),
  companyName: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.array(
    z.object({
      number: z.int(),
      startedAt: at,
      url: z.string(),
      success: z.boolean(),
      statusCode: z.nullable(z.int()),
      /** Milliseconds. */
      responseTime: z.int(),
      error: text,
    }),
  ),
  finishedAt: z.nullable(at),
});
const withdrawal = z.object({
  kind: z.literal('withdrawal'),
  at,
  withdrawalId: z.string(),
  coins: z.int(),
  /** Rupees. */
  amount: z.number(),
  status: z.enum(WITHDRAWAL_STATUSES),
  finishedAt: z.nullable(at),
  adminReason: text,
  payouts: z.array(
    z.object({
      referenceId: z.string(),
      status: z.enum(PAYMENT_STATUSES),
      provider: z.string(),
      /** The bank's reference. */
      utr: text,
      providerTransactionId: text,
      createdAt: at,
      finishedAt: z.nullable(at),
    }),
  ),
});

/** One entry of a click's timeline. */
export const evidenceEntry = z.discriminatedUnion('kind', [
  visit,
  postback,
  replay,
  poll,
  conversion,
  claim,
  contradicted,
  reversal,
  journal,
  delivery,
  withdrawal,
]);
export type EvidenceEntry = z.infer<typeof evidenceEntry>;

export const evidenceClick = z.object({
  clickId: z.string(),
  createdAt: at,
  status: z.enum(CLICK_STATUSES),
  offerId: z.string(),
  offerTitle: z.string(),
  /** Null for an anonymous click. */
  uid: text,
  userName: text,
  /** Coins of its approved conversions, without reversed ones. */
  earnedCoins: z.int(),
  /** Outstanding reversals. */
  owedCoins: z.int(),
  /** Start of the postback log, if its older months were archived since the click. */
  logSince: z.nullable(at),
});
export type EvidenceClick = z.infer<typeof evidenceClick>;

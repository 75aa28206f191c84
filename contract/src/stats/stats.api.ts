import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';

/** Days of the dashboard's chart, today included. */
export const CHART_DAYS = 30;
/** Waiting things are counted up to here; one more stands for "more than that". */
export const ATTENTION_COUNT_LIMIT = 10_000;
/** How many failing postbacks are named. */
export const FAILING_POSTBACKS_SHOWN = 50;

/** One day of Asia/Kolkata. */
const day = z.object({
  /** 2026-11-21 */
  day: z.string(),
  /** Approved conversions. */
  conversions: z.number(),
  /** Rupees earned by users and referrers. */
  payout: z.number(),
});
export type DayStats = z.infer<typeof day>;

const waiting = z.object({
  count: z.number(),
  /** Rupees. */
  amount: z.number(),
});

/** Work that waits for an admin. 0, empty or null if there is none. */
const attention = z.object({
  pendingWithdrawals: waiting,
  /** Refused by the provider: to be paid again or given back. */
  failedPayouts: waiting,
  /** Payouts whose outcome is still unknown after several look-ups. */
  stuckPayouts: waiting,
  /** At most ATTENTION_COUNT_LIMIT + 1. */
  pendingClaims: z.number(),
  /** Open differences between our book and the provider's statement, and how many of them say that one was paid twice. */
  payoutDifferences: z.object({ open: z.number(), paidTwice: z.number() }),
  /** Unanswered problems, at most ATTENTION_COUNT_LIMIT + 1. */
  openProblems: z.number(),
  failingPostbacks: z.object({
    total: z.number(),
    /** The worst of them. */
    worst: z.array(
      z.object({
        _id: z.string(),
        companyName: z.string(),
        offerId: z.string(),
        offerTitle: z.string(),
        failuresInRow: z.number(),
        /** Paused automatically. */
        isPaused: z.boolean(),
      }),
    ),
  }),
  /** Reversed coins that their wallets no longer have. */
  owedReversals: z.object({ count: z.number(), coins: z.number() }),
  /** Reversed events of claimed offers. The coins of each claim count once. */
  claimReversals: z.object({ count: z.number(), coins: z.number() }),
  /** The books do not add up: payouts are stopped. */
  ledgerBreach: z.nullable(z.object({ since: z.string(), breaches: z.number() })),
});
export type Attention = z.infer<typeof attention>;

/** The four numbers at the top of the dashboard (document 000 §3, §7), and what the dashboard shows beyond them. */
export const getStats = defineRoute({
  method: 'GET',
  path: '/api/stats',
  auth: 'admin',
  tag: 'stats',
  summary: 'Totals, the last 30 days, and what needs attention',
  answer: z.object({
    totalUsers: z.number(),
    activeOffers: z.number(),
    /** How often an offer was completed by a user. */
    completedOffers: z.number(),
    /** Coins distributed to users, in rupees. */
    totalRewards: z.number(),
    /** CHART_DAYS days, the oldest first; days without a conversion are there with 0. */
    days: z.optional(z.array(day)),
    /** This and `days` are beyond the specification: another server may not know them. */
    attention: z.optional(attention),
  }),
});

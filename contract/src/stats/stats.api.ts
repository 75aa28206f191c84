import * as z from '#schema';
import { routesOf } from '../http/index.ts';
import { setUpState } from '../set-up/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('stats');

/** Days of the dashboard's chart, including today. */
export const CHART_DAYS = 30;
/** Counts of waiting work stop here. One more means "more than that". */
export const ATTENTION_COUNT_LIMIT = 10_000;
/** Maximum number of failing postbacks in the answer. */
export const FAILING_POSTBACKS_SHOWN = 50;
/** Maximum number of losing offers in the answer. */
export const LOSING_OFFERS_SHOWN = 5;
/** Maximum number of offers with clicks of unknown users in the answer. */
export const UNKNOWN_USERS_SHOWN = 5;

/** One day in Asia/Kolkata. */
const day = z.object({
  /** 2026-11-21 */
  day: z.string(),
  /** Approved conversions. */
  conversions: z.number(),
  /** Rupees earned by users and referrers. */
  payout: z.number(),
  /** Rupees of the conversions whose revenue is known. Null: of none. */
  revenue: z.nullable(z.number()),
  /** Conversions whose revenue is unknown. */
  withoutRevenue: z.int(),
});
export type DayStats = z.infer<typeof day>;

const waiting = z.object({
  count: z.number(),
  /** Rupees. */
  amount: z.number(),
});

/** Work that waits for an admin. 0, empty or null if there is none, or if the caller’s role may not see it. */
const attention = z.object({
  pendingWithdrawals: waiting,
  /** Payouts that the provider refused: retry them or return the coins. */
  failedPayouts: waiting,
  /** Payouts whose outcome is still unknown after several look-ups. */
  stuckPayouts: waiting,
  /** At most ATTENTION_COUNT_LIMIT + 1. */
  pendingClaims: z.number(),
  /** Open differences to the provider's statement, and how many of them are double payments. */
  payoutDifferences: z.object({ open: z.number(), paidTwice: z.number() }),
  /** Open problems, at most ATTENTION_COUNT_LIMIT + 1. */
  openProblems: z.number(),
  failingPostbacks: z.object({
    total: z.number(),
    /** The postbacks with the most failures in a row. */
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
  /** Open contradictions, at most ATTENTION_COUNT_LIMIT + 1. A server of an earlier version does not send it. */
  contradictions: z.optional(z.number()),
  /** Offers with clicks of unknown users: more than 1 in 20 of a day's clicks. An earlier server does not send it. */
  unknownUsers: z.optional(
    z.object({
      total: z.number(),
      /** The offers with the most such clicks, each with the later of its days today and yesterday. */
      worst: z.array(
        z.object({
          offerId: z.string(),
          offerTitle: z.string(),
          day: z.string(),
          isToday: z.boolean(),
          clicks: z.number(),
          unknown: z.number(),
        }),
      ),
    }),
  ),
  /** Offers whose conversions of the last 7 days cost more than they earn. */
  losingOffers: z.object({
    total: z.int(),
    worst: z.array(
      z.object({
        offerId: z.string(),
        offerTitle: z.string(),
        conversions: z.int(),
        withoutRevenue: z.int(),
        /** Rupees. */
        revenue: z.number(),
        payout: z.number(),
      }),
    ),
  }),
  /** Always 0. Open tabs of version 1.0 need it. */
  claimReversals: z.optional(z.object({ count: z.number(), coins: z.number() })),
  /** The ledger check found a breach, so payouts are stopped. */
  ledgerBreach: z.nullable(z.object({ since: z.string(), breaches: z.number() })),
});
export type Attention = z.infer<typeof attention>;

/** The four numbers at the top of the dashboard (document 000 §3, §7), and its other contents. */
export const getStats = defineRoute({
  method: 'GET',
  path: '/api/stats',
  right: rights.useAccount,
  summary: 'Totals, the last 30 days, and what needs attention',
  answer: z.object({
    totalUsers: z.number(),
    activeOffers: z.number(),
    /** Number of completions of offers by users. */
    completedOffers: z.number(),
    /** Coins credited to users, in rupees. */
    totalRewards: z.number(),
    /** CHART_DAYS days, oldest first. Days without a conversion have 0. Absent for a role that may not see reports. */
    days: z.optional(z.array(day)),
    attention,
    /** Absent once a new installation is set up or its checklist is dismissed. */
    setUp: z.optional(setUpState),
  }),
});

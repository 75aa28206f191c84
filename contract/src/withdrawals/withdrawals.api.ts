import * as z from '#schema';
import { preparedRun } from '../bulk-runs/index.ts';
import { anchored, anchors, routesOf, listQuery, success, byId, days, optionalText, recordId } from '../http/index.ts';
import {
  ADMIN_REASON_MAX_LENGTH,
  HISTORY_STATUSES,
  listedWithdrawal,
  payoutAttemptView,
  WITHDRAWAL_STATUSES,
  withdrawalStats,
  withdrawalUser,
  withdrawalView,
} from './withdrawals.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('withdrawals');
const SORTS = ['date', 'amount', 'coins'] as const;
/** `verified`: by the time of the decision, newest first. */
export const HISTORY_SORTS = ['verified', ...SORTS] as const;
const PERIODS = ['all', 'today', 'week'] as const;
const adminReason = optionalText(ADMIN_REASON_MAX_LENGTH);

/** Maximum counted matches of a search that matches a large part of all withdrawals. */
export const MAX_COUNTED_WITHDRAWALS = 1_000;
/** True if only the first `MAX_COUNTED_WITHDRAWALS` matches are summed. */
const isCutShort = z.boolean();

export const listWithdrawals = defineRoute({
  method: 'GET',
  path: '/api/withdrawals/all',
  right: rights.seeWithdrawals,
  summary: 'Withdrawals by status and period (days of Asia/Kolkata, weeks from Monday)',
  query: z.object({
    ...listQuery(SORTS),
    ...anchored,
    status: z._default(z.enum(['all', ...WITHDRAWAL_STATUSES]), 'all'),
    period: z._default(z.enum(PERIODS), 'all'),
  }),
  answer: success({
    withdrawals: z.array(listedWithdrawal),
    total: z.int(),
    isCutShort,
    ...anchors,
    /** Number of withdrawals by status, without any other filter. */
    counts: z.record(z.enum(WITHDRAWAL_STATUSES), z.int()),
    /** Coins and rupees of all pending withdrawals. */
    pending: z.object({ coins: z.int(), amount: z.number() }),
    /** The server's time of this answer. */
    asOf: z.string(),
  }),
});

export const HISTORY_PAGE_SIZE = 50;

export const getWithdrawalHistory = defineRoute({
  method: 'GET',
  path: '/api/withdrawals/history',
  right: rights.seeWithdrawals,
  summary: 'Decided withdrawals; the sums follow the search and the dates, not the status',
  query: z.object({
    ...listQuery(HISTORY_SORTS, { limit: HISTORY_PAGE_SIZE }),
    ...anchored,
    status: z._default(z.enum(['all', ...HISTORY_STATUSES]), 'all'),
    ...days,
  }),
  answer: success({
    withdrawals: z.array(withdrawalView),
    stats: withdrawalStats,
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
    total: z.int(),
    isCutShort,
    ...anchors,
  }),
});

export const getWithdrawal = defineRoute({
  method: 'GET',
  path: '/api/withdrawals/:id',
  right: rights.seeWithdrawals,
  summary: 'One withdrawal with its payout attempts, its user and the user’s other withdrawals',
  params: byId,
  answer: success({
    withdrawal: withdrawalView,
    attempts: z.array(payoutAttemptView),
    user: withdrawalUser,
    /** The user's other withdrawals, newest first. */
    pastWithdrawals: z.array(withdrawalView),
  }),
});

/** Undefined if no outcome was known in time. The payment continues and is looked up. */
const paymentResult = z.optional(
  z.object({ success: z.boolean(), transactionId: z.optional(z.string()), error: z.optional(z.string()) }),
);

const decisionAnswer = success({
  message: z.string(),
  withdrawal: withdrawalView,
  paymentResult,
  estimatedTime: z.optional(z.string()),
});

export const verifyWithdrawal = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/verify',
  right: rights.decideWithdrawals,
  summary: 'Approves (and pays) or rejects one pending withdrawal',
  params: byId,
  body: z.object({
    userId: z.optional(z.nullable(z.string())),
    approved: z.boolean(),
    /** Ignored: the session says who decides. */
    verifiedBy: optionalText(200),
    adminReason,
    /** If given, it must equal the withdrawal's amount. */
    amount: z.optional(z.number()),
    coins: z.optional(z.number()),
  }),
  answer: decisionAnswer,
});

/** Maximum ticked withdrawals of one run. */
const SELECTED_AT_MOST = 1_000;

export const prepareBulkDecision = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/bulk-runs',
  right: rights.decideWithdrawals,
  summary: 'Prepares a bulk run with the pending withdrawals that are selected or match; another call starts it',
  body: z.object({
    approved: z.boolean(),
    /** Without them: everything that matches. */
    ids: z.optional(
      z
        .array(recordId())
        .check(
          z.minLength(1, 'Select at least one withdrawal.'),
          z.maxLength(SELECTED_AT_MOST, `Select at most ${SELECTED_AT_MOST} withdrawals.`),
        ),
    ),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    period: z._default(z.enum(PERIODS), 'all'),
  }),
  answer: preparedRun,
  limit: { max: 30, windowS: 60 },
});

export const rejectAllWithdrawals = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/reject-all',
  right: rights.decideWithdrawals,
  summary: 'Rejects every pending withdrawal and returns the coins',
  body: z.object({
    adminReason,
    verifiedBy: optionalText(200),
    /** Rejects only withdrawals requested up to this time, which the admin could see. */
    requestedUntil: z.optional(z.iso.datetime('Use an ISO date with time.')),
  }),
  answer: success({
    message: z.string(),
    rejectedCount: z.int(),
    reason: z.nullable(z.string()),
  }),
});

export const retryWithdrawalPayment = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/retry-payment',
  right: rights.decideWithdrawals,
  summary: 'Retries the payment of a withdrawal whose last payment certainly failed',
  params: byId,
  answer: decisionAnswer,
});

export const returnWithdrawalCoins = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/return-coins',
  right: rights.decideWithdrawals,
  summary: 'Rejects a withdrawal whose payment certainly failed and returns the coins',
  params: byId,
  body: z.object({ adminReason }),
  answer: decisionAnswer,
});

export const getPayoutBalance = defineRoute({
  method: 'GET',
  path: '/api/bulkpe/balance',
  right: rights.seeWithdrawals,
  summary: "The account balance at the payout provider; `error` says why it isn't known",
  mayFail: true,
  answer: z.object({
    success: z.boolean(),
    balance: z.nullable(z.number()),
    currency: z.string(),
    error: z.optional(z.string()),
    /** A name of PAYOUT_PROVIDER. */
    provider: z.string(),
    /** Rupees of all pending withdrawals. */
    pendingAmount: z.number(),
    /** True if the balance is less than the sum of all pending withdrawals. */
    low: z.boolean(),
    /** Set while a ledger breach stops all payouts. */
    stopped: z.nullable(z.object({ since: z.string(), message: z.string() })),
    asOf: z.string(),
  }),
  limit: { max: 60, windowS: 60 },
});

export const bulkpeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/bulkpe',
  auth: 'public',
  summary: 'An unsigned webhook of the payout provider. Its contents are ignored; it only starts a look-up',
  body: z.looseObject({}),
  answer: success({}),
  limit: { max: 600, windowS: 60 },
});

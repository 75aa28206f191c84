import * as z from 'zod/mini';
import { preparedRun } from '../bulk-runs/index.ts';
import { calendarDay, defineRoute, listQuery } from '../http/index.ts';
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

const tag = 'withdrawals';
const SORTS = ['date', 'amount', 'coins'] as const;
const PERIODS = ['all', 'today', 'week'] as const;
const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
const optionalText = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`))));
const adminReason = optionalText(ADMIN_REASON_MAX_LENGTH);

/** A search that matches a large part of all withdrawals totals only this many matches. */
export const MAX_COUNTED_WITHDRAWALS = 100;
/** The totals are those of the first `MAX_COUNTED_WITHDRAWALS` matches: there may be more. */
const isCutShort = z.boolean();

export const listWithdrawals = defineRoute({
  method: 'GET',
  path: '/api/withdrawals/all',
  auth: 'admin',
  tag,
  summary: 'Withdrawals by status and period (days of Asia/Kolkata, weeks from Monday)',
  query: z.object({
    ...listQuery(SORTS),
    status: z._default(z.enum(['all', ...WITHDRAWAL_STATUSES]), 'all'),
    period: z._default(z.enum(PERIODS), 'all'),
  }),
  answer: z.object({
    success: z.literal(true),
    withdrawals: z.array(listedWithdrawal),
    total: z.int(),
    isCutShort,
    /** How many there are in each status, without any other filter. */
    counts: z.record(z.enum(WITHDRAWAL_STATUSES), z.int()),
    /** Coins and rupees of all pending ones. */
    pending: z.object({ coins: z.int(), amount: z.number() }),
    /** The server's time of this answer. */
    asOf: z.string(),
  }),
});

export const HISTORY_PAGE_SIZE = 50;

export const getWithdrawalHistory = defineRoute({
  method: 'GET',
  path: '/api/withdrawals/history',
  auth: 'admin',
  tag,
  summary: 'Decided withdrawals; the sums follow the search and the dates, not the status',
  query: z.object({
    ...listQuery(SORTS, { limit: HISTORY_PAGE_SIZE }),
    status: z._default(z.enum(['all', ...HISTORY_STATUSES]), 'all'),
    startDate: z.optional(calendarDay()),
    endDate: z.optional(calendarDay()),
  }),
  answer: z.object({
    success: z.literal(true),
    withdrawals: z.array(withdrawalView),
    stats: withdrawalStats,
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
    total: z.int(),
    isCutShort,
  }),
});

export const getWithdrawal = defineRoute({
  method: 'GET',
  path: '/api/withdrawals/:id',
  auth: 'admin',
  tag,
  summary: 'One withdrawal with every try to pay it, its user and their other withdrawals',
  params,
  answer: z.object({
    success: z.literal(true),
    withdrawal: withdrawalView,
    attempts: z.array(payoutAttemptView),
    user: withdrawalUser,
    /** The user's other withdrawals, the newest ones first. */
    pastWithdrawals: z.array(withdrawalView),
  }),
});

/** Undefined when no outcome was known in time: the payment goes on and is looked up. */
const paymentResult = z.optional(
  z.object({ success: z.boolean(), transactionId: z.optional(z.string()), error: z.optional(z.string()) }),
);

const decisionAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  withdrawal: withdrawalView,
  paymentResult,
  estimatedTime: z.optional(z.string()),
});

export const verifyWithdrawal = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/verify',
  auth: 'admin',
  tag,
  summary: 'Approves (and pays) or rejects one pending withdrawal',
  params,
  body: z.object({
    userId: z.optional(z.nullable(z.string())),
    approved: z.boolean(),
    /** Not used: who decides comes from the session. */
    verifiedBy: optionalText(200),
    adminReason,
    /** Checked against our own row when given. */
    amount: z.optional(z.number()),
    coins: z.optional(z.number()),
  }),
  answer: decisionAnswer,
});

/** The most withdrawals that one call decides. */
export const BULK_DECISION_LIMIT = 100;

/** `done`: decided by this call. `already`: it was decided like this before. `refused`: it was not touched; `message` says why. */
const bulkResult = z.object({
  id: z.string(),
  outcome: z.enum(['done', 'already', 'refused']),
  message: z.string(),
  code: z.optional(z.string()),
  /** Null when there is no such withdrawal. */
  withdrawal: z.nullable(withdrawalView),
  paymentResult,
  estimatedTime: z.optional(z.string()),
});

export const decideWithdrawals = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/bulk-verify',
  auth: 'admin',
  tag,
  summary:
    'Approves (and pays) or rejects several pending withdrawals, each for itself; sending it again decides nothing twice',
  body: z.object({
    ids: z
      .array(z.string().check(z.minLength(1), z.maxLength(64)), 'Select at least one withdrawal.')
      .check(
        z.minLength(1, 'Select at least one withdrawal.'),
        z.maxLength(BULK_DECISION_LIMIT, `Select at most ${BULK_DECISION_LIMIT} withdrawals.`),
      ),
    approved: z.boolean(),
    /** Not used: who decides comes from the session. */
    verifiedBy: optionalText(200),
    adminReason,
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    /** One for each id, in their order. */
    results: z.array(bulkResult),
    doneCount: z.int(),
    alreadyCount: z.int(),
    refusedCount: z.int(),
  }),
});

export const prepareBulkDecision = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/bulk-runs',
  auth: 'admin',
  tag,
  summary: 'Keeps a list of the pending withdrawals that match, for a bulk run that is started by its own call',
  body: z.object({
    approved: z.boolean(),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    period: z._default(z.enum(PERIODS), 'all'),
  }),
  answer: preparedRun,
  limit: { max: 30, windowS: 60 },
});

export const rejectAllWithdrawals = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/reject-all',
  auth: 'admin',
  tag,
  summary: 'Rejects every pending withdrawal and returns the coins',
  body: z.object({
    adminReason,
    verifiedBy: optionalText(200),
    /** Only those requested up to this instant: what the person saw when deciding. */
    requestedUntil: z.optional(z.iso.datetime('Use an ISO date with time.')),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    rejectedCount: z.int(),
    reason: z.nullable(z.string()),
  }),
});

export const retryWithdrawalPayment = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/retry-payment',
  auth: 'admin',
  tag,
  summary: 'Pays a withdrawal again whose last payment certainly failed',
  params,
  answer: decisionAnswer,
});

export const returnWithdrawalCoins = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/return-coins',
  auth: 'admin',
  tag,
  summary: 'Rejects a withdrawal whose payment certainly failed and returns the coins',
  params,
  body: z.object({ adminReason }),
  answer: decisionAnswer,
});

export const getPayoutBalance = defineRoute({
  method: 'GET',
  path: '/api/bulkpe/balance',
  auth: 'admin',
  tag,
  summary: "The account balance at the payout provider; `error` says why it isn't known",
  answer: z.object({
    success: z.boolean(),
    balance: z.nullable(z.number()),
    currency: z.string(),
    error: z.optional(z.string()),
    /** `bulkpe` or `razorpayx`. */
    provider: z.string(),
    /** Rupees of all pending withdrawals. */
    pendingAmount: z.number(),
    /** True when the balance does not reach for the pending withdrawals. */
    low: z.boolean(),
    /** Set while the ledger's check stops all payouts. */
    stopped: z.nullable(z.object({ since: z.string(), message: z.string() })),
    asOf: z.string(),
  }),
  limit: { max: 60, windowS: 60 },
});

export const bulkpeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/bulkpe',
  auth: 'public',
  tag,
  summary: 'A hint of the payout provider, unsigned: nothing in it is believed, the transfer is looked up',
  body: z.looseObject({}),
  answer: z.object({ success: z.literal(true) }),
  limit: { max: 600, windowS: 60 },
});

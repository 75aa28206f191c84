import * as z from '#schema';
import { withdrawalView } from '../withdrawals/index.ts';

/** Why a withdrawal is on the "needs attention" list. */
export const ATTENTION_KINDS = ['unknown', 'payment_failed', 'reversed'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/**
 * Possible actions. Each is a separate route. `retry_payment` and `return_coins` act on the withdrawal.
 * `look_up` asks the provider again. `declare_not_paid` ends a payment that the provider does not know.
 * `accept_transaction` names the transaction id to which the provider has changed.
 */
const ATTENTION_ACTIONS = [
  'retry_payment',
  'return_coins',
  'look_up',
  'declare_not_paid',
  'accept_transaction',
] as const;
export type AttentionAction = (typeof ATTENTION_ACTIONS)[number];

export const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  withdrawal: withdrawalView,
  /** Since when it needs attention. */
  since: z.string(),
  /** One sentence for a person. */
  message: z.string(),
  /** Sent by another provider or account, so the current one cannot confirm the outcome. */
  sentElsewhere: z.boolean(),
  actions: z.array(z.enum(ATTENTION_ACTIONS)),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Alerts about all payouts. `ledger`: a breach has stopped payouts. */
const PAYOUT_ALERTS = [
  'ledger',
  'low_balance',
  'provider_down',
  'auto_payout_paused',
  'reconciliation',
  'reconciliation_failed',
] as const;

export const payoutAlert = z.object({
  kind: z.enum(PAYOUT_ALERTS),
  message: z.string(),
  since: z.nullable(z.string()),
});
export type PayoutAlert = z.infer<typeof payoutAlert>;

/**
 * The difference between our payouts and the provider's statement for one transfer.
 * - `missing_at_provider`: we sent it, the statement does not have it.
 * - `missing_at_ours`: the statement has it, we never sent it.
 * - `amount_differs`, `status_differs`: both have it with different values.
 * - `paid_twice`: it went through, and its withdrawal was also paid by another transfer, or its coins were returned.
 */
export const DIFFERENCE_KINDS = [
  'missing_at_provider',
  'missing_at_ours',
  'amount_differs',
  'status_differs',
  'paid_twice',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** `gone`: a later comparison did not find the difference. */
export const DIFFERENCE_STATES = ['open', 'acknowledged', 'resolved', 'gone'] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

export const REASON_MAX_LENGTH = 500;

export const payoutDifference = z.object({
  id: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  state: z.enum(DIFFERENCE_STATES),
  provider: z.string(),
  /** Our reference, as it was sent to the provider. */
  referenceId: z.string(),
  providerTransactionId: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  /** Null if the transfer is not ours. */
  withdrawalId: z.nullable(z.string()),
  /** Rupees. Null on the side that does not have the transfer. */
  ourAmount: z.nullable(z.number()),
  theirAmount: z.nullable(z.number()),
  /** The status of our attempt, and the provider's status unchanged. */
  ourStatus: z.nullable(z.string()),
  theirStatus: z.nullable(z.string()),
  /** One sentence for a person. */
  message: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type PayoutDifference = z.infer<typeof payoutDifference>;

/** A comparison leaves out younger transfers: they may not be on the statement yet. */
export const RECONCILIATION_GRACE_MINUTES = 15;

export const reconciliationRun = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  provider: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** The comparison covers transfers sent since this time. */
  from: z.string(),
  until: z.string(),
  /** Transfers on the statement since `from`: `matched` + `differing` + `underWay` + `tooRecent`. */
  entries: z.int(),
  /** Transfers that agree with ours. */
  matched: z.int(),
  /** Null for runs from before these counts existed. */
  differing: z.nullable(z.int()),
  /** Not decided yet on our side. */
  underWay: z.nullable(z.int()),
  /** Left out: sent or decided within RECONCILIATION_GRACE_MINUTES before the comparison. */
  tooRecent: z.nullable(z.int()),
  /** Number of differences, including transfers missing on the statement. */
  differences: z.int(),
  error: z.nullable(z.string()),
  /** Rows of the statement that could not be read and were left out. */
  notes: z.nullable(z.string()),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

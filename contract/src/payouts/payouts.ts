import * as z from 'zod/mini';
import { withdrawalView } from '../withdrawals/index.ts';

/** Why a withdrawal is on the "needs attention" list. */
export const ATTENTION_KINDS = ['unknown', 'payment_failed', 'reversed'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/**
 * Possible actions. Each is a separate route. `retry_payment` and `return_coins` act on the withdrawal.
 * `look_up` asks the provider again. `declare_not_paid` ends a payment that the provider does not know.
 */
export const ATTENTION_ACTIONS = ['retry_payment', 'return_coins', 'look_up', 'declare_not_paid'] as const;
export type AttentionAction = (typeof ATTENTION_ACTIONS)[number];

export const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  withdrawal: withdrawalView,
  /** Since when it is like this. */
  since: z.string(),
  /** One sentence for a person. */
  message: z.string(),
  /** Sent by another provider or account, so the current one cannot confirm the outcome. */
  sentElsewhere: z.boolean(),
  actions: z.array(z.enum(ATTENTION_ACTIONS)),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Alerts about all payouts. `ledger`: a breach has stopped payouts. */
export const PAYOUT_ALERTS = [
  'ledger',
  'low_balance',
  'provider_down',
  'auto_payout_paused',
  'reconciliation',
  'reconciliation_failed',
] as const;
export type PayoutAlertKind = (typeof PAYOUT_ALERTS)[number];

export const payoutAlert = z.object({
  kind: z.enum(PAYOUT_ALERTS),
  message: z.string(),
  since: z.nullable(z.string()),
});
export type PayoutAlert = z.infer<typeof payoutAlert>;

/**
 * How our book and the provider's statement differ about one transfer.
 * - `missing_at_provider`: we sent it, the statement does not have it.
 * - `missing_at_ours`: the statement has it, we never sent it.
 * - `amount_differs`, `status_differs`: both have it and say different things.
 * - `paid_twice`: the statement has two transfers under one reference that both count.
 */
export const DIFFERENCE_KINDS = [
  'missing_at_provider',
  'missing_at_ours',
  'amount_differs',
  'status_differs',
  'paid_twice',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** `gone`: a later reconciliation did not find it any more. */
export const DIFFERENCE_STATES = ['open', 'acknowledged', 'resolved', 'gone'] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

export const REASON_MAX_LENGTH = 500;

export const payoutDifference = z.object({
  id: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  state: z.enum(DIFFERENCE_STATES),
  provider: z.string(),
  /** Ours, as it was sent to the provider. */
  referenceId: z.string(),
  providerTransactionId: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  /** Null when the transfer is none of ours. */
  withdrawalId: z.nullable(z.string()),
  /** Rupees; null on the side that does not have the transfer. */
  ourAmount: z.nullable(z.number()),
  theirAmount: z.nullable(z.number()),
  /** The status of our attempt, and the provider's own word. */
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

/** Younger transfers may still be on their way into the statement: a comparison leaves them out. */
export const RECONCILIATION_GRACE_MINUTES = 15;

export const reconciliationRun = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  provider: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Transfers that were sent in this time were compared. */
  from: z.string(),
  until: z.string(),
  /** Transfers on the statement since `from`: `matched` + `differing` + `underWay` + `tooRecent`. */
  entries: z.int(),
  /** Those that agree with our book. */
  matched: z.int(),
  /** These three are null for runs that were made before they were counted. */
  differing: z.nullable(z.int()),
  /** Not decided yet in our book. */
  underWay: z.nullable(z.int()),
  /** Left out: sent or decided in the last RECONCILIATION_GRACE_MINUTES before the comparison. */
  tooRecent: z.nullable(z.int()),
  /** Number of differences, including transfers missing on the statement. */
  differences: z.int(),
  error: z.nullable(z.string()),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

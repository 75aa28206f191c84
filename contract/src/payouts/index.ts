export {
  ATTENTION_KINDS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  REASON_MAX_LENGTH,
  RECONCILIATION_GRACE_MINUTES,
} from './payouts.ts';
export type {
  AttentionAction,
  AttentionItem,
  AttentionKind,
  DifferenceKind,
  DifferenceState,
  PayoutAlert,
  PayoutDifference,
  ReconciliationRun,
} from './payouts.ts';
export {
  acceptTransaction,
  decidePayoutDifference,
  declareNotPaid,
  getPayoutAttention,
  listPayoutDifferences,
  lookUpPayout,
  razorpayxWebhook,
  runReconciliation,
} from './payouts.api.ts';

export { paymentMethodInput } from './payment-method.ts';
export type { PaymentMethodInput, PaymentMethodView } from './payment-method.ts';
export {
  HISTORY_STATUSES,
  PAID_BEFORE_HOURS,
  PAID_BEFORE_LOOKUPS,
  PAYMENT_STATUSES,
  MIN_WITHDRAWAL_RUPEES,
  MOST_PAST_COUNTED,
  PAST_WITHDRAWALS_LIMIT,
  FRESH_ACCOUNT_HOURS,
  MOST_PER_HOUR,
  WITHDRAWAL_FLAG_NAMES,
  WITHDRAWAL_FLAGS,
  withdrawalRequest,
  withdrawalView,
  WITHDRAWAL_STATUSES,
} from './withdrawals.ts';
export type {
  ListedWithdrawal,
  PaidBefore,
  PaymentStatus,
  PayoutAttemptView,
  WithdrawalFlag,
  WithdrawalFlagKind,
  WithdrawalStats,
  WithdrawalStatus,
  WithdrawalUser,
  WithdrawalView,
} from './withdrawals.ts';
export {
  bulkpeWebhook,
  getPayoutBalance,
  getWithdrawal,
  getWithdrawalHistory,
  HISTORY_PAGE_SIZE,
  HISTORY_SORTS,
  listWithdrawals,
  MAX_COUNTED_WITHDRAWALS,
  prepareBulkDecision,
  rejectAllWithdrawals,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  verifyWithdrawal,
} from './withdrawals.api.ts';
export { disableAutoPayout, enableAutoPayout, getAutoPayoutStatus, resumeAutoPayout } from './auto-payout.api.ts';
export type { AutoPayoutPause, AutoPayoutStatus } from './auto-payout.api.ts';

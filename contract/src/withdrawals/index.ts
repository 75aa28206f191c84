export { paymentMethodInput } from './payment-method.ts';
export type { PaymentMethodInput, PaymentMethodView } from './payment-method.ts';
export {
  ADMIN_REASON_MAX_LENGTH,
  HISTORY_STATUSES,
  MIN_WITHDRAWAL_RUPEES,
  withdrawalRequest,
  withdrawalView,
  WITHDRAWAL_STATUSES,
} from './withdrawals.ts';
export type {
  PaymentStatus,
  PayoutAttemptView,
  WithdrawalRequest,
  WithdrawalStats,
  WithdrawalStatus,
  WithdrawalView,
} from './withdrawals.ts';
export {
  bulkpeWebhook,
  disableAutoPayout,
  enableAutoPayout,
  getAutoPayoutStatus,
  getPayoutBalance,
  getWithdrawal,
  getWithdrawalHistory,
  HISTORY_PAGE_SIZE,
  listWithdrawals,
  rejectAllWithdrawals,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  verifyWithdrawal,
} from './withdrawals.api.ts';

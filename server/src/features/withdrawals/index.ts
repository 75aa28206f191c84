export { createAutoPayout } from './auto-payout.ts';
export { createPauseMail } from './auto-payout-mail.ts';
export { requestWithdrawal } from './request-withdrawal.ts';
export type {
  RequestedWithdrawal,
  RequestWithdrawalDependencies,
  WithdrawalRequestInput,
} from './request-withdrawal.ts';
export { createPaidTwiceMail } from './paid-twice-mail.ts';
export { reviveWithdrawal, settleWithdrawal } from './settle-withdrawal.ts';
export { openHolds } from './withdrawals.repository.ts';
export { registerWithdrawalRoutes } from './withdrawals.routes.ts';

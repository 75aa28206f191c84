export { adoptTransfer, adoptUnseenTransfer } from './adopt-transfer.ts';
export { countAttention } from './attention.repository.ts';
export { estimatedTime } from './approve-withdrawal.ts';
export { requestWithdrawal } from './request-withdrawal.ts';
export type { RequestWithdrawalDependencies } from './request-withdrawal.ts';
export { readTotals } from './withdrawal-list.repository.ts';
export { findUserOf, findWithdrawal, listOfUser, openHolds } from './withdrawals.repository.ts';
export type { WithdrawalRow } from './withdrawals.repository.ts';
export { createPayoutEffects, withdrawalsModule } from './withdrawals.module.ts';

export { adoptTransfer, adoptUnseenTransfer } from './adopt-transfer.ts';
export { requestWithdrawal } from './request-withdrawal.ts';
export type { RequestWithdrawalDependencies } from './request-withdrawal.ts';
export { readTotals } from './withdrawal-list.repository.ts';
export { openHolds } from './withdrawals.repository.ts';
export { createPayoutEffects, withdrawalsModule } from './withdrawals.module.ts';

export { createBulkpe } from './bulkpe.ts';
export { createPayouts } from './create-payouts.ts';
export type { NewPayout, Payouts } from './create-payouts.ts';
export type { PayoutBalance, PayoutDestination, PayoutOutcome, PayoutProvider } from './payout-provider.ts';
export { findAttempts, listAttemptsOf } from './payouts.repository.ts';
export type { PayoutAttempt } from './payouts.repository.ts';

export { createBulkpe } from './bulkpe.ts';
export { createPayouts } from './create-payouts.ts';

export { DECLARED_AFTER_MS } from './declare-not-paid.ts';
export type { PayoutBalance, PayoutDestination, PayoutOutcome, PayoutProvider } from './payout-provider.ts';
export type { NewPayout, Payouts } from './payouts.ts';
export { findAttempts, listAttemptsOf } from './payouts.repository.ts';
export type { PayoutAttempt } from './payouts.repository.ts';
export { createRazorpayx } from './razorpayx.ts';
export { createReconciliation } from './reconcile-payouts.ts';
export { countDifferences, findLastRun } from './reconciliation.repository.ts';
export { registerReconciliationRoutes } from './reconciliation.routes.ts';

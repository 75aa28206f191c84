export type { BookSummary, Transfer } from './book.ts';
export { FAULTS, type Fault, type FaultRule } from './faults.ts';
export { startPayoutProvider, type PayoutProvider } from './payout-provider.ts';
export type { Later } from './webhooks.ts';

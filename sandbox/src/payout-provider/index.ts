export type { BookSummary, Transfer, Wire } from './book.ts';
export { FAULTS, type Fault, type FaultRule } from './faults.ts';
export { SANDBOX_WEBHOOK_SECRET, startPayoutProvider, type PayoutProvider } from './payout-provider.ts';
export type { Later } from './webhooks.ts';
export { RAZORPAYX_ACCOUNT } from './razorpayx-wire.ts';

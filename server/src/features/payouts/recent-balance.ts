import type { Clock } from '#platform/clock/index.ts';
import type { PayoutBalance, PayoutProvider } from './payout-provider.ts';

const KEPT_MS = 30_000;

export function createRecentBalance(provider: PayoutProvider, clock: Clock) {
  let recent: { readonly balance: PayoutBalance; readonly at: number } | undefined;
  async function balance(): Promise<PayoutBalance> {
    const known = await provider.balance();
    // An unknown balance is not cached.
    recent = known.known ? { balance: known, at: clock.now().getTime() } : undefined;
    return known;
  }
  return {
    balance,
    /** Returns the balance. Calls the provider at most twice a minute. */
    recentBalance: async (): Promise<PayoutBalance> =>
      recent !== undefined && clock.now().getTime() - recent.at < KEPT_MS ? recent.balance : balance(),
  };
}

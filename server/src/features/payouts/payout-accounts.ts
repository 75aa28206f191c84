import type { PayoutProvider } from './payout-provider.ts';
import type { PayoutAttempt } from './payouts.repository.ts';

/** Where an attempt was sent from, as seen from the account that is asked now. */
export type Whereabouts = 'here' | 'other_account' | 'other_provider';

/**
 * Compares the sender of an attempt with the account in use. It is true until the next `await`: a setting may change then.
 * Without a key no other account is asked, and an attempt without an account never left: both are `here`.
 */
export function whereaboutsOf(
  { provider, account }: Pick<PayoutAttempt, 'provider' | 'account'>,
  inUse: Pick<PayoutProvider, 'name' | 'account'>,
): Whereabouts {
  if (provider !== inUse.name) return 'other_provider';
  const current = inUse.account();
  return current === null || account === null || account === current ? 'here' : 'other_account';
}

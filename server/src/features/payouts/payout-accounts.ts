import type { PayoutProvider } from './payout-provider.ts';
import type { PayoutAttempt } from './payouts.repository.ts';

/** The sender of an attempt, relative to the current account. */
type AttemptSender = 'here' | 'other_account' | 'other_provider';

/**
 * Compares the sender of an attempt with the current account. Valid until the next `await`: settings may change.
 * Returns `here` without a key, because nothing is asked, and without an account, because nothing was sent.
 */
export function senderOf(
  { provider, account }: Pick<PayoutAttempt, 'provider' | 'account'>,
  inUse: Pick<PayoutProvider, 'name' | 'account'>,
): AttemptSender {
  if (provider !== inUse.name) return 'other_provider';
  const current = inUse.account();
  return current === null || account === null || account === current ? 'here' : 'other_account';
}

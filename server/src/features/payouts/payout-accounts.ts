import type { Database } from '#platform/database/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { rememberFirstAccount, type FirstAccount } from './payout-accounts.repository.ts';
import type { PayoutAttempt } from './payouts.repository.ts';

/** Where an attempt was sent from, as seen from the account that is asked now. */
export type Whereabouts = 'here' | 'other_account' | 'other_provider';

/** Which account is asked now, and whether it is the one that sent an attempt. */
export interface PayoutAccounts {
  /**
   * The account of attempts from before accounts were remembered: the first one in use since, unless the key was changed
   * after they were sent. Null while no key was ever set.
   */
  first(): Promise<FirstAccount | null>;
  /**
   * What is true until the next `await`: a setting may change then. Without a key nobody else is asked, so all is `here`.
   * Await `first` before.
   */
  whereabouts(attempt: Pick<PayoutAttempt, 'provider' | 'account' | 'sending_at'>): Whereabouts;
}

export function createPayoutAccounts({
  database,
  provider,
}: {
  database: Database;
  provider: Pick<PayoutProvider, 'name' | 'account'>;
}): PayoutAccounts {
  let known: FirstAccount | null = null;
  return {
    async first() {
      const current = provider.account();
      if (known === null && current !== null) known = await rememberFirstAccount(database, provider.name, current);
      return known;
    },
    whereabouts(attempt) {
      if (attempt.provider !== provider.name) return 'other_provider';
      const current = provider.account();
      return current === null || (attempt.account ?? firstOf(attempt, known)) === current ? 'here' : 'other_account';
    },
  };
}

function firstOf({ sending_at: sentAt }: Pick<PayoutAttempt, 'sending_at'>, first: FirstAccount | null): string | null {
  if (first === null || (first.since !== null && sentAt !== null && sentAt < first.since)) return null;
  return first.account;
}

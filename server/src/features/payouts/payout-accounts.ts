import type { Database } from '#platform/database/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { rememberFirstAccount, type PayoutAttempt } from './payouts.repository.ts';

/** Where an attempt was sent from, as seen from the account that is asked now. */
export type Whereabouts = 'here' | 'other_account' | 'other_provider';

/** Which account is asked now, and whether it is the one that sent an attempt. */
export interface PayoutAccounts {
  /** The account of attempts from before accounts were remembered: the first one in use since. Null while no key was ever set. */
  first(): Promise<string | null>;
  /**
   * What is true until the next `await`: a setting may change then. Without a key nobody else is asked, so all is `here`.
   * Await `first` before.
   */
  whereabouts(attempt: Pick<PayoutAttempt, 'provider' | 'account'>): Whereabouts;
}

export function createPayoutAccounts({
  database,
  provider,
}: {
  database: Database;
  provider: Pick<PayoutProvider, 'name' | 'account'>;
}): PayoutAccounts {
  let known: string | null = null;
  return {
    async first() {
      const current = provider.account();
      if (known === null && current !== null) known = await rememberFirstAccount(database, provider.name, current);
      return known;
    },
    whereabouts(attempt) {
      if (attempt.provider !== provider.name) return 'other_provider';
      const current = provider.account();
      return current === null || (attempt.account ?? known) === current ? 'here' : 'other_account';
    },
  };
}

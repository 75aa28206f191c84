import { whereaboutsOf } from './payout-accounts.ts';
import type { AskedOutcome, PayoutProvider } from './payout-provider.ts';
import { orderOf, type PayoutAttempt } from './payouts.repository.ts';

/** Says that nobody who could be asked now can tell. */
export const movedFrom = ({ provider }: PayoutAttempt): string => `The payout provider was changed from ${provider}`;
const OTHER_ACCOUNT = 'It was sent with another payout key or account than the one in use now';

export type AskProvider = (attempt: PayoutAttempt) => Promise<AskedOutcome>;

/**
 * Asks about an attempt that may have been sent. Another account than the one that sent it may be the same one with a new
 * key: what it has found counts. That it knows nothing says nothing about the other account; it is needed, beside a person's
 * word, to give the transfer up.
 */
export function createAskProvider(provider: PayoutProvider): AskProvider {
  return async (attempt) => {
    const where = whereaboutsOf(attempt, provider);
    if (where === 'other_provider') return { kind: 'unknown', error: movedFrom(attempt), nobodyCanTell: true };
    const account = provider.account() ?? undefined;
    const outcome = await provider.lookup(orderOf(attempt));
    if (where === 'here') return outcome;
    if (outcome.kind !== 'unknown') return { ...outcome, account };
    const nobodyCanTell = outcome.unheardOf === true;
    const said = nobodyCanTell ? 'that one does not know it, which says nothing' : outcome.error;
    return {
      ...outcome,
      unheardOf: false,
      nobodyCanTell,
      unheardElsewhereBy: nobodyCanTell ? account : undefined,
      error: `${OTHER_ACCOUNT}: ${said ?? 'it does not tell'}`,
    };
  };
}

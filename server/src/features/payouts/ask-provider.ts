import type { AskedOutcome, PayoutOutcome, PayoutProvider } from './payout-provider.ts';
import { orderOf, type PayoutAttempt } from './payouts.repository.ts';

/** The error when the sending provider is no longer configured, so no look-up is possible. */
export const providerChanged = ({ provider }: PayoutAttempt): string =>
  `The payout provider was changed from ${provider}`;
const OTHER_ACCOUNT = 'It was sent with another payout key or account';

export type AskProvider = (attempt: PayoutAttempt) => Promise<AskedOutcome>;

/**
 * Looks up an attempt that may have been sent, also if another account sent it: that may be the same one with a new
 * key. A transfer found in the current account counts. A missing one proves nothing. Why: docs/decisions/payouts.md
 */
export function createAskProvider(provider: PayoutProvider): AskProvider {
  return async (attempt) => {
    const where = senderOf(attempt, provider);
    if (where === 'other_provider') return { kind: 'unknown', error: providerChanged(attempt), cannotConfirm: true };
    const account = provider.account() ?? undefined;
    const outcome = aboutSent(attempt, await provider.lookup(orderOf(attempt)));
    if (where === 'here') return outcome;
    if (outcome.kind !== 'unknown') return { ...outcome, account };
    const cannotConfirm = outcome.referenceUnknown === true;
    const reason = cannotConfirm ? 'the current one does not know it, which proves nothing' : outcome.error;
    return {
      ...outcome,
      referenceUnknown: false,
      cannotConfirm,
      referenceUnknownTo: cannotConfirm ? account : undefined,
      error: `${OTHER_ACCOUNT}: ${reason ?? 'the current one gave no reason'}`,
    };
  };
}

/** Another transfer under our reference proves nothing about the one that was sent, whatever its status. */
function aboutSent({ providerTransactionId: sent }: PayoutAttempt, outcome: PayoutOutcome): PayoutOutcome {
  const { providerTransactionId: answered, providerStatus, answer } = outcome;
  if (sent === null || answered === undefined || answered === sent) return outcome;
  return {
    kind: 'unknown',
    providerTransactionId: answered,
    providerStatus,
    answer,
    error: `The payout provider answered about another transaction, ${answered}`,
    strange: true,
  };
}

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

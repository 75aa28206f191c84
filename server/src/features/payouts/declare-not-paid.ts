import type { Tx } from '#platform/database/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { declareAttempt, type PayoutAttempt } from './payouts.repository.ts';

/** After a day a transfer that the provider does not know will not appear any more. */
export const DECLARED_AFTER_MS = 24 * 3_600_000;
/** So fresh must the provider's word be that it knows no such transfer: it is asked every hour. */
const UNHEARD_WITHIN_MS = 2 * 3_600_000;

/**
 * Closes an attempt on a person's word. An outage of a day, a key that ended, an address that was blocked: then the provider
 * told nothing, and it is not closed. The account that sent it must have told, a moment ago, or the one in use where that is
 * another: a key that does not work opens no way. Only of one that was sent by another provider nobody here can be asked: then the person's word is all.
 * @returns undefined when it may not be.
 */
export function declareNotPaid(
  tx: Tx,
  attemptId: string,
  {
    by,
    at,
    provider,
  }: {
    by: { name: string; reason: string };
    at: Date;
    provider: Pick<PayoutProvider, 'name' | 'account'>;
  },
): Promise<PayoutAttempt | undefined> {
  return declareAttempt(tx, attemptId, {
    error: `Declared not paid by ${by.name}: ${by.reason}`,
    at,
    sentBefore: new Date(at.getTime() - DECLARED_AFTER_MS),
    provider: provider.name,
    account: provider.account(),
    unheardSince: new Date(at.getTime() - UNHEARD_WITHIN_MS),
  });
}

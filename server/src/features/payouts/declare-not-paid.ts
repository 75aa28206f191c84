import type { Tx } from '#platform/database/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { declareClosed } from './decided-attempts.repository.ts';
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
    error: wordOf(by),
    at,
    sentBefore: new Date(at.getTime() - DECLARED_AFTER_MS),
    provider: provider.name,
    account: provider.account(),
    unheardSince: new Date(at.getTime() - UNHEARD_WITHIN_MS),
  });
}

/** Keeps a person's word about a failed attempt of another account or provider. @returns undefined within a day */
export const declareElsewhere = (
  tx: Tx,
  attemptId: string,
  by: { name: string; reason: string },
  at: Date,
): Promise<PayoutAttempt | undefined> =>
  declareClosed(tx, attemptId, { error: wordOf(by), at, sentBefore: new Date(at.getTime() - DECLARED_AFTER_MS) });

const wordOf = ({ name, reason }: { name: string; reason: string }): string =>
  `Declared not paid by ${name}: ${reason}`;

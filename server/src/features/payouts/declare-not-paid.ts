import { declareClosed } from './decided-attempts.repository.ts';
import type { PayoutCallDependencies } from './payout-calls.ts';
import type { Tx } from '#platform/database/index.ts';
import { declareAttempt, replaceTransactionId, type PayoutAttempt } from './payouts.repository.ts';

/** A transfer that the provider does not know after one day will not appear later. */
export const DECLARED_AFTER_MS = 24 * 3_600_000;
/** Open transfers are looked up hourly, so the last "not known" must be this fresh. */
const UNKNOWN_WITHIN_MS = 2 * 3_600_000;

interface Declaration {
  readonly name: string;
  readonly reason: string;
}

/** Creates an admin's decisions about payments that the provider cannot confirm. */
export function createDeclarations({
  clock,
  provider,
  settle,
}: Pick<PayoutCallDependencies, 'clock' | 'provider' | 'settle'>) {
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);
  const declaration = ({ name, reason }: Declaration) => ({
    error: `Declared not paid by ${name}: ${reason}`,
    at: clock.now(),
    sentBefore: ago(DECLARED_AFTER_MS),
  });
  return {
    /**
     * Declares an attempt not paid. The sending or the current account must not know it one day later.
     * @returns null otherwise
     */
    async declareNotPaid(tx: Tx, attemptId: string, by: Declaration): Promise<PayoutAttempt | null> {
      const row = await declareAttempt(tx, attemptId, {
        ...declaration(by),
        provider: provider.name,
        account: provider.account(),
        unknownSince: ago(UNKNOWN_WITHIN_MS),
      });
      if (row) await settle(tx, row);
      return row;
    },
    /** Declares a failed attempt not paid that `confirmNotPaid` reported as `elsewhere`. */
    declareElsewhere: (tx: Tx, attemptId: string, by: Declaration) => declareClosed(tx, attemptId, declaration(by)),
    /** Replaces the transaction id of a payment, a day after it was sent, if the provider answered about another one. @returns null otherwise */
    replaceTransactionId: (tx: Tx, attempt: PayoutAttempt, transactionId: string) =>
      replaceTransactionId(tx, attempt, { transactionId, at: clock.now(), sentBefore: ago(DECLARED_AFTER_MS) }),
  };
}

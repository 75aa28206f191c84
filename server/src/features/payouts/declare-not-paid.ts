import { declareClosed } from './decided-attempts.repository.ts';
import type { PayoutCallDependencies } from './payout-calls.ts';
import type { Payouts } from './payouts.ts';
import { declareAttempt, replaceTransactionId } from './payouts.repository.ts';

/** A transfer that the provider does not know after one day will not appear later. */
export const DECLARED_AFTER_MS = 24 * 3_600_000;
/** Open transfers are looked up hourly, so the last "not known" must be this fresh. */
const UNKNOWN_WITHIN_MS = 2 * 3_600_000;

/** Creates an admin's decisions about payments that the provider cannot confirm. */
export function createDeclarations({
  clock,
  provider,
  settle,
}: Pick<PayoutCallDependencies, 'clock' | 'provider' | 'settle'>): Pick<
  Payouts,
  'declareNotPaid' | 'declareElsewhere' | 'replaceTransactionId'
> {
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);
  const declaration = ({ name, reason }: { name: string; reason: string }) => ({
    error: `Declared not paid by ${name}: ${reason}`,
    at: clock.now(),
    sentBefore: ago(DECLARED_AFTER_MS),
  });
  return {
    async declareNotPaid(tx, attemptId, by) {
      const row = await declareAttempt(tx, attemptId, {
        ...declaration(by),
        provider: provider.name,
        account: provider.account(),
        unknownSince: ago(UNKNOWN_WITHIN_MS),
      });
      if (row) await settle(tx, row);
      return row;
    },
    declareElsewhere: (tx, attemptId, by) => declareClosed(tx, attemptId, declaration(by)),
    replaceTransactionId: (tx, attempt, transactionId) =>
      replaceTransactionId(tx, attempt, { transactionId, at: clock.now(), sentBefore: ago(DECLARED_AFTER_MS) }),
  };
}

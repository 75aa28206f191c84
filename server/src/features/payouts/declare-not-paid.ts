import type { Tx } from '#platform/database/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { declareClosed } from './decided-attempts.repository.ts';
import { declareAttempt, type PayoutAttempt } from './payouts.repository.ts';

/** A transfer that the provider does not know after one day will not appear later. */
export const DECLARED_AFTER_MS = 24 * 3_600_000;
/** Open transfers are looked up hourly, so the last "not known" must be this fresh. */
const UNKNOWN_WITHIN_MS = 2 * 3_600_000;

/**
 * Closes an attempt because an admin declares it not paid. The sending or the current account must have answered "not
 * known" within two hours. A former provider cannot be asked: then the declaration suffices.
 * @returns null if it may not be closed
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
): Promise<PayoutAttempt | null> {
  return declareAttempt(tx, attemptId, {
    error: declarationText(by),
    at,
    sentBefore: new Date(at.getTime() - DECLARED_AFTER_MS),
    provider: provider.name,
    account: provider.account(),
    unknownSince: new Date(at.getTime() - UNKNOWN_WITHIN_MS),
  });
}

/** Declares a failed attempt of another account or provider as not paid. @returns null within one day */
export const declareElsewhere = (
  tx: Tx,
  attemptId: string,
  by: { name: string; reason: string },
  at: Date,
): Promise<PayoutAttempt | null> =>
  declareClosed(tx, attemptId, {
    error: declarationText(by),
    at,
    sentBefore: new Date(at.getTime() - DECLARED_AFTER_MS),
  });

const declarationText = ({ name, reason }: { name: string; reason: string }): string =>
  `Declared not paid by ${name}: ${reason}`;

import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { PayoutAttempt, Payouts } from '#features/payouts/index.ts';
import { assertSameWithdrawal, wrongState } from './decide-withdrawal.ts';
import { findWithdrawal, type WithdrawalRow } from './withdrawals.repository.ts';

interface FindOutDependencies {
  readonly database: Database;
  readonly payouts: Payouts;
}

async function getBeingPaid(database: Database, id: string): Promise<WithdrawalRow & { last_attempt_id: string }> {
  const row = await findWithdrawal(database, id);
  assertSameWithdrawal(row, id, {});
  if (row.status !== 'processing' || row.last_attempt_id === null) throw wrongState(row, 'looked up');
  return row as WithdrawalRow & { last_attempt_id: string };
}

/** Asks the provider now, or as soon as it may be asked again. @throws AppError `not_found`, `wrong_state` */
export async function lookUpPayment(
  { database, payouts }: FindOutDependencies,
  id: string,
  actor: Actor,
): Promise<PayoutAttempt> {
  return askProvider(payouts, await getBeingPaid(database, id), actor);
}

/** What the provider answers is written down by itself; here stands who asked. */
const askProvider = (
  payouts: Payouts,
  { id, last_attempt_id: attemptId }: { id: string; last_attempt_id: string },
  actor: Actor,
): Promise<PayoutAttempt> =>
  payouts.lookUpSoon(attemptId, (tx) =>
    writeAudit(tx, {
      actor,
      action: 'withdrawals.look-up',
      entityType: 'withdrawal',
      entityId: id,
      after: { attemptId },
    }),
  );

/**
 * A person's word that an unknown payment was not made. Then it can be paid again or returned. The provider is asked first.
 * @throws AppError `wrong_state` while the provider may still tell: within a day, when it ever knew the transfer, or when it
 * cannot be asked just now.
 */
export async function declareUnpaid(
  { database, payouts }: FindOutDependencies,
  id: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  const row = await getBeingPaid(database, id);
  await askProvider(payouts, row, actor);
  await transaction(database, async (tx) => {
    const attempt = await payouts.declareNotPaid(tx, row.last_attempt_id, { name: actor.name, reason });
    if (!attempt) {
      throw new AppError('wrong_state', {
        userMessage:
          'Only a payment of which the provider, a day later and asked again, knows nothing can be declared not paid. Look it up again first.',
      });
    }
    await writeAudit(tx, {
      actor,
      action: 'withdrawals.declare-not-paid',
      entityType: 'withdrawal',
      entityId: id,
      before: { status: 'processing' },
      after: { status: 'payment_failed', referenceId: attempt.reference_id, reason },
    });
  });
}

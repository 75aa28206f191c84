import type { Paise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import {
  adoptAttempt,
  destinationOf,
  findAttempts,
  markReversed,
  type OperatorProvider,
} from '#features/payouts/index.ts';
import { beneficiaryName } from './approve-withdrawal.ts';
import { assertSameWithdrawal, wrongState } from './decide-withdrawal.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { decideWithdrawal, findWithdrawal, setLastAttempt } from './withdrawals.repository.ts';

interface AdoptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly lookUp: OperatorProvider['lookUp'];
}

interface LostTransfer {
  readonly referenceId: string;
  readonly provider: string;
  readonly amountPaise: Paise;
  readonly madeAt: Date;
}

/**
 * Records a transfer that the original made after the restored second as the payment of this withdrawal. It counts as
 * sent: a look-up settles it, and it is never sent again. It may be the retry of a payment that was in flight then, or
 * of one that the bank returned later.
 * @throws AppError `not_found`, `wrong_state`, `conflict` if the amounts differ
 */
export async function adoptTransfer(
  dependencies: AdoptDependencies,
  id: string,
  transfer: LostTransfer,
): Promise<void> {
  const { database, clock } = dependencies;
  const returned = await lookUpReturned(dependencies, id);
  await transaction(database, async (tx) => {
    const reversed = returned && (await markReversed(tx, returned.attemptId, returned.outcome, clock.now()));
    if (reversed) await settleWithdrawal(tx, reversed);
    const row = await findWithdrawal(tx, id);
    assertSameWithdrawal(row, id, {});
    if (row.amountPaise !== transfer.amountPaise)
      throw new AppError('conflict', 'The withdrawal and the transfer have different amounts.');
    const { status: from } = row;
    if (from === 'completed' || from === 'rejected') throw wrongState(row, 'paid');
    const decision = { verifiedBy: SYSTEM_ACTORS.operator.name, verifiedAt: clock.now(), adminReason: row.adminReason };
    if (!(await decideWithdrawal(tx, id, { from, to: 'processing' }, decision))) throw wrongState(row, 'paid');
    const attempt = await adoptAttempt(
      tx,
      { ...transfer, payableId: id, beneficiaryName: beneficiaryName(row), destination: destinationOf(row) },
      clock.now(),
    );
    await setLastAttempt(tx, id, attempt.id);
    await writeAudit(tx, SYSTEM_ACTORS.operator, 'withdrawals.adopt-transfer', ['withdrawal', id], {
      before: { status: from },
      after: { status: 'processing', referenceId: transfer.referenceId, amountPaise: transfer.amountPaise },
    });
  });
}

/**
 * Looks up the payment of a completed withdrawal. The original paid it again only after the bank had returned the first.
 * @returns null if the withdrawal is not completed. @throws AppError `wrong_state` if the payment was not returned
 */
async function lookUpReturned({ database, lookUp }: AdoptDependencies, id: string) {
  const row = await findWithdrawal(database, id);
  if (row?.status !== 'completed' || row.lastAttemptId === null) return null;
  const attemptId = row.lastAttemptId;
  const attempt = (await findAttempts(database, [attemptId])).get(attemptId);
  if (!attempt) return null;
  const outcome = await lookUp(attempt);
  if (outcome.kind === 'not_paid') return { attemptId, outcome };
  throw new AppError(
    'wrong_state',
    `The withdrawal is completed by ${attempt.referenceId}, and the provider does not report that this payment was returned (${outcome.error ?? outcome.providerStatus ?? outcome.kind}).`,
  );
}

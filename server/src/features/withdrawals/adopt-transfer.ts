import { coins, type Paise } from '@muneem/contract/money';
import type { PaymentMethodInput } from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import {
  adoptAttempt,
  destinationOf,
  findAttempts,
  markReversed,
  type OperatorProvider,
} from '#features/payouts/index.ts';
import { lockUser, userNotFound } from '#features/users/index.ts';
import { beneficiaryName } from './beneficiary-name.ts';
import { getWithdrawal, wrongState } from './get-withdrawal.ts';
import { createWithdrawal } from './request-withdrawal.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { recordDecision, findWithdrawal, setLastAttempt, type WithdrawalRow } from './withdrawals.repository.ts';

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
    const row = await getWithdrawal(tx, id);
    if (row.amountPaise !== transfer.amountPaise)
      throw new AppError('conflict', 'The withdrawal and the transfer have different amounts.');
    await adopt(tx, clock.now(), row, transfer);
  });
}

/**
 * Records a transfer whose withdrawal was requested after the restored second. Creates that withdrawal, so that the
 * user's coins cannot be paid again. @returns its id
 * @throws AppError `user_not_found`, `insufficient_coins`, `conflict` if the amount is not a whole number of coins
 */
export async function adoptUnseenTransfer(
  {
    database,
    clock,
    coinsPerRupee,
  }: Pick<AdoptDependencies, 'database' | 'clock'> & { readonly coinsPerRupee: number },
  { uid, paymentMethod }: { readonly uid: string; readonly paymentMethod: PaymentMethodInput },
  transfer: LostTransfer,
): Promise<string> {
  const { amountPaise } = transfer;
  if ((amountPaise * coinsPerRupee) % 100 !== 0)
    throw new AppError('conflict', 'The amount of the transfer is not a whole number of coins.');
  return transaction(database, async (tx) => {
    const user = await lockUser(tx, uid);
    if (user === null) throw userNotFound(uid);
    const row = await createWithdrawal(tx, { clock, coinsPerRupee }, user, {
      coins: coins((amountPaise * coinsPerRupee) / 100),
      amountPaise,
      paymentMethod,
      actor: SYSTEM_ACTORS.operator,
    });
    await adopt(tx, clock.now(), row, transfer);
    return row.id;
  });
}

async function adopt(tx: Tx, at: Date, row: WithdrawalRow, transfer: LostTransfer): Promise<void> {
  const { id, status: from } = row;
  if (from === 'completed' || from === 'rejected') throw wrongState(row, 'paid');
  const decision = { verifiedBy: SYSTEM_ACTORS.operator.name, verifiedAt: at, adminReason: row.adminReason };
  if (!(await recordDecision(tx, id, { from, to: 'processing' }, decision))) throw wrongState(row, 'paid');
  const attempt = await adoptAttempt(
    tx,
    {
      ...transfer,
      payableId: id,
      beneficiaryName: beneficiaryName({ uid: row.userUid, name: row.userName }),
      destination: destinationOf(row),
    },
    at,
  );
  await setLastAttempt(tx, id, attempt.id);
  await writeAudit(tx, SYSTEM_ACTORS.operator, 'withdrawals.adopt-transfer', ['withdrawal', id], {
    before: { status: from },
    after: { status: 'processing', referenceId: transfer.referenceId, amountPaise: transfer.amountPaise },
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

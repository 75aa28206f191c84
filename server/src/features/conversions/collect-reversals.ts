import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { lockBalance, postJournals, type JournalInput } from '#features/ledger/index.ts';
import { reversalOf } from './reverse-conversion.ts';
import {
  findClaimBeside,
  findReversedCredit,
  listCollectable,
  settleCredit,
  type ReversedCredit,
} from './reversals.repository.ts';

const COLLECTOR: Actor = { kind: 'system', id: 'reversals', name: 'Reversals' };
/** In one run; the rest waits for the next. */
const AT_ONCE = 200;

/**
 * Takes what is owed from wallets that have it again, each credit whole and once. One that cannot be taken does not keep
 * the others waiting. @returns how many were taken. @throws AggregateError when some could not be
 */
export async function collectReversals({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  let taken = 0;
  const failures: unknown[] = [];
  for (const credit of await listCollectable(database, AT_ONCE)) {
    try {
      if (await transaction(database, (tx) => collect(tx, credit, clock.now()))) taken += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reversed credits could not be taken`);
  return taken;
}

async function collect(tx: Tx, credit: ReversedCredit, at: Date): Promise<boolean> {
  if ((await lockBalance(tx, credit.userId)) < credit.coins) return false;
  if (!(await settleCredit(tx, credit.journalId, { status: 'taken', at, by: COLLECTOR.name }))) return false;
  await postJournals(tx, [reversalOf(credit, COLLECTOR, 'The reversed reward was owed.')]);
  return true;
}

/**
 * Settles debts that the caller has locked (`lockDebts`), in the transaction in which their wallet has the coins.
 * @returns the journals that take them, for the caller to post after what credits the wallet
 */
export async function takeDebts(tx: Tx, debts: readonly ReversedCredit[], at: Date): Promise<JournalInput[]> {
  for (const { journalId } of debts) {
    if (!(await settleCredit(tx, journalId, { status: 'taken', at, by: COLLECTOR.name })))
      throw new Error(`the debt of journal ${journalId} is locked and not owed`);
  }
  return debts.map((debt) => reversalOf(debt, COLLECTOR, 'The reversed reward was owed.'));
}

/** Lets a debt go: the coins stay spent. @throws AppError `not_found`, or `wrong_state` when it is settled */
export async function writeOffReversal(
  { database, clock }: { database: Database; clock: Clock },
  journalId: number,
  reason: string,
  actor: Actor,
): Promise<ReversedCredit> {
  return transaction(database, async (tx) => {
    const credit = await findReversedCredit(tx, journalId);
    if (!credit) throw new AppError('not_found', { userMessage: 'There is no such debt.' });
    const at = clock.now();
    if (!(await settleCredit(tx, journalId, { status: 'written_off', at, by: actor.name, note: reason })))
      throw new AppError('wrong_state', { userMessage: 'These coins are settled by now. Nothing was changed.' });
    const { conversionId, coins } = credit;
    const claim = await findClaimBeside(tx, credit);
    await writeAudit(tx, {
      actor,
      action: 'reversals.write-off',
      entityType: 'conversion',
      entityId: conversionId,
      before: { status: 'owed' },
      after: {
        status: 'written_off',
        journalId,
        coins,
        reason,
        ...(claim ? { paidByClaim: claim.id, claimCredited: claim.coins } : {}),
      },
    });
    return credit;
  });
}

import { paise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { decidedByName, SYSTEM_ACTORS, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { JournalInput } from '#features/ledger/index.ts';
import { aboveOne, askSecondPerson, readLimits, rupees } from '#features/second-person/index.ts';
import { reversalOf } from './reverse-conversion.ts';
import {
  findClaimOfSameOffer,
  findReversedCredit,
  closeReversal,
  type ReversedCredit,
} from './reversals.repository.ts';

/**
 * Collects reversals that the caller locked with `lockOutstandingReversals`, once the wallet has the coins.
 * @returns the journals that collect them; post them after the wallet's credit
 */
export async function collectReversals(
  tx: Tx,
  outstanding: readonly ReversedCredit[],
  at: Date,
): Promise<JournalInput[]> {
  for (const { journalId } of outstanding) {
    if (!(await closeReversal(tx, journalId, { status: 'taken', at, by: SYSTEM_ACTORS.reversals.name })))
      throw new Error(`the reversal of journal ${journalId} is locked but not outstanding`);
  }
  return outstanding.map((credit) => reversalOf(credit, SYSTEM_ACTORS.reversals, 'Outstanding reversal collected.'));
}

/**
 * Writes off an outstanding reversal: the user keeps the coins. @throws AppError `not_found`, or `wrong_state` if it is not
 * outstanding
 */
export async function writeOffReversal(
  { database, clock, coinsPerRupee }: { database: Database; clock: Clock; coinsPerRupee: number },
  journalId: number,
  reason: string,
  actor: Actor,
): Promise<ReversedCredit> {
  return transaction(database, async (tx) => {
    const credit = await findReversedCredit(tx, journalId);
    if (!credit) throw new AppError('not_found', 'Outstanding reversal not found.');
    const at = clock.now();
    const worth = paise(Math.round((credit.coins * 100) / coinsPerRupee));
    await askSecondPerson(
      tx,
      actor,
      async () => aboveOne(await readLimits(tx), worth, 'for a write-off'),
      () => ({
        title: `Write off ${credit.coins} owed coins, worth ${rupees(worth)}`,
        record: ['conversion', credit.conversionId],
        amountPaise: worth,
        facts: { journalId, coins: credit.coins },
      }),
    );
    if (!(await closeReversal(tx, journalId, { status: 'written_off', at, by: decidedByName(actor), note: reason })))
      throw new AppError('wrong_state', 'These coins are already settled. Nothing was changed.');
    const { conversionId, coins } = credit;
    const claim = await findClaimOfSameOffer(tx, credit);
    await writeAudit(tx, actor, 'reversals.write-off', ['conversion', conversionId], {
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

import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { isListed, settle } from './claim-reversals.repository.ts';

/**
 * Records an admin's decision about a reversed event of an offer that a claim had paid. Moves no coins.
 * @returns the claim's id @throws AppError `not_found`, or `wrong_state` if it was already decided
 */
export async function settleClaimReversal(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  conversionId: string,
  reason: string,
  actor: Actor,
): Promise<string> {
  return transaction(database, async (tx) => {
    const settled = await settle(tx, conversionId, { at: clock.now(), by: actor.name, note: reason });
    if (!settled) {
      if (await isListed(tx, conversionId))
        throw new AppError('wrong_state', { userMessage: 'This reversal was already decided. Nothing was changed.' });
      throw new AppError('not_found', { userMessage: 'Reversal of a claimed offer not found.' });
    }
    await writeAudit(tx, {
      actor,
      action: 'claim-reversals.settle',
      entityType: 'offer-claim',
      entityId: settled.claimId,
      before: { conversionId, status: 'open' },
      after: { conversionId, status: 'settled', reason },
    });
    return settled.claimId;
  });
}

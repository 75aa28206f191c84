import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { isListed, settle } from './claim-reversals.repository.ts';

/**
 * Notes what a person decided about an event that was taken back of an offer that a claim had paid. It moves no coins.
 * @returns the claim's id. @throws AppError `not_found`, or `wrong_state` when somebody was first
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
        throw new AppError('wrong_state', { userMessage: 'This was dealt with by now. Nothing was changed.' });
      throw new AppError('not_found', { userMessage: 'There is no such reversal of a claimed offer.' });
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

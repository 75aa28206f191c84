import { coins } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { getHeldCoins, lockBalance, postJournals } from '#features/ledger/index.ts';
import { userNotFound } from './get-user-details.ts';
import { lockUser, markUserDeleted } from './users.repository.ts';

/**
 * Deletes a user for every list and for the consumer app. The row, the uid and every journal stay; the coins that are
 * left are forfeited, so that nothing can be withdrawn afterwards, also by a request that is on its way.
 * @throws AppError `user_not_found`; `conflict` while a withdrawal is not finished.
 */
export async function deleteUser(
  { database, clock }: { database: Database; clock: Clock },
  uid: string,
  actor: Actor,
): Promise<void> {
  await transaction(database, async (tx) => {
    const user = await lockUser(tx, uid);
    if (user === null) throw userNotFound(uid);
    // The wallet first: from here on no withdrawal can begin, so what is held now is all there will be.
    const balance = await lockBalance(tx, user.id);
    const held = await getHeldCoins(tx, user.id);
    if (held > 0) {
      throw new AppError('conflict', {
        userMessage: 'This user has a withdrawal that is not finished. Approve or reject it first.',
      });
    }
    if (balance > 0) {
      await postJournals(tx, [
        {
          scope: 'user-deletion',
          key: String(user.id),
          kind: 'forfeit',
          actor,
          reason: 'User deleted',
          postings: [
            { account: 'wallet', userId: user.id, amount: coins(-balance) },
            { account: 'forfeited', userId: null, amount: balance },
          ],
        },
      ]);
    }
    await markUserDeleted(tx, user.id, clock.now());
    await writeAudit(tx, {
      actor,
      action: 'users.delete',
      entityType: 'user',
      entityId: user.uid,
      before: { ...user, coins: balance },
      after: { forfeitedCoins: balance },
    });
  });
}

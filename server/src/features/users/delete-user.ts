import { coins } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { getHeldCoins, lockBalance, postJournals } from '#features/ledger/index.ts';
import { userNotFound } from './get-user-details.ts';
import { lockUser, markUserDeleted, type UserRow } from './users.repository.ts';

/**
 * Deletes a user from all lists and the consumer app. Keeps the row, the uid and every journal.
 * Forfeits the remaining coins, so that no later or concurrent request can withdraw them.
 * @throws AppError `user_not_found`; `conflict` while a withdrawal is open
 */
export async function deleteUser(
  { database, clock }: { database: Database; clock: Clock },
  uid: string,
  actor: Actor,
): Promise<void> {
  await transaction(database, async (tx) => {
    const user = await lockUser(tx, uid);
    if (user === null) throw userNotFound(uid);
    await deleteLocked(tx, user, actor, clock.now());
  });
}

/** Deletes a locked user. @throws AppError `conflict` while a withdrawal is open */
export async function deleteLocked(tx: Tx, user: UserRow, actor: Actor, now: Date): Promise<void> {
  // Locks the wallet first: from here on no withdrawal can start, so the held coins are final.
  const balance = await lockBalance(tx, user.id);
  await refuseOpenWithdrawal(tx, user.id);
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
  await markUserDeleted(tx, user.id, now);
  await writeAudit(tx, actor, 'users.delete', ['user', user.uid], {
    before: { ...user, coins: balance },
    after: { forfeitedCoins: balance },
  });
}

/** @throws AppError `conflict` while a withdrawal is open */
export async function refuseOpenWithdrawal(tx: Tx, userId: number): Promise<void> {
  if ((await getHeldCoins(tx, userId)) > 0) {
    throw new AppError('conflict', 'This user has a withdrawal that is not finished. Approve or reject it first.');
  }
}

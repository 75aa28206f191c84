import { COMPLETED_OFFERS_LIMIT, WALLET_ENTRIES_LIMIT, type UserDetails } from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import type { Database } from '#platform/database/index.ts';
import { getBalances, getHeldCoins, listWalletEntries } from '#features/ledger/index.ts';
import { toUser, toWalletEntry } from './user-mapper.ts';
import { countCompletions, findUsersByUid, listCompletions } from './users.repository.ts';

export const userNotFound = (uid: string): AppError =>
  new AppError('user_not_found', { userMessage: `There is no user with the ID "${uid}".` });

/** @throws AppError `user_not_found`, also for a deleted one. */
export async function getUserDetails(database: Database, uid: string): Promise<UserDetails> {
  const user = (await findUsersByUid(database, [uid])).get(uid);
  if (user === undefined) throw userNotFound(uid);
  const [balances, heldCoins, entries, completions, completedCount] = await Promise.all([
    getBalances(database, [user.id]),
    getHeldCoins(database, user.id),
    listWalletEntries(database, user.id, { limit: WALLET_ENTRIES_LIMIT }),
    listCompletions(database, [user.id], COMPLETED_OFFERS_LIMIT.details),
    countCompletions(database, user.id),
  ]);
  return {
    ...toUser({ ...user, coins: balances.get(user.id) ?? 0, completedCount }, completions),
    heldCoins,
    walletEntries: entries.map(toWalletEntry),
  };
}

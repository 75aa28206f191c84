import {
  COMPLETED_OFFERS_LIMIT,
  WALLET_ENTRIES_LIMIT,
  type CompletedOffer,
  type UserDetails,
  type WalletEntryView,
} from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import { createSharedReads } from '#platform/batcher/index.ts';
import type { Database, Queryable } from '#platform/database/index.ts';
import { listWalletEntries } from '#features/ledger/index.ts';
import { findUserAccounts, type UserAccount } from './user-account.repository.ts';
import { toCompletedOffer, toUser, toWalletEntry } from './user.mapper.ts';
import { findUser, listCompletionsBehind, type UserRow } from './users.repository.ts';

export const userNotFound = (uid: string): AppError =>
  new AppError('user_not_found', `There is no user with the ID "${uid}".`);

/** @throws AppError `user_not_found`, also for a deleted user */
export async function getUser(q: Queryable, uid: string): Promise<UserRow> {
  const user = await findUser(q, uid);
  if (user === null) throw userNotFound(uid);
  return user;
}

/** Returns an active user with the wallet and its newest entries, without completions. @throws AppError `user_not_found` */
export async function getUserAccount(database: Queryable, uid: string): Promise<UserAccount> {
  const accounts = await findUserAccounts(database, [uid], { walletEntries: WALLET_ENTRIES_LIMIT, completions: 0 });
  const account = accounts.get(uid);
  if (account === undefined) throw userNotFound(uid);
  return account;
}

/** Returns a reader of user details. It throws AppError `user_not_found`, also for a deleted user. */
export function createUserDetails(database: Database): (uid: string) => Promise<UserDetails> {
  const limits = { walletEntries: WALLET_ENTRIES_LIMIT, completions: COMPLETED_OFFERS_LIMIT.details };
  const findAccount = createSharedReads((uids) => findUserAccounts(database, uids, limits));
  return async (uid) => {
    const account = await findAccount(uid);
    if (account === undefined) throw userNotFound(uid);
    const { heldCoins, owedCoins, walletEntries } = account;
    return { ...toUser(account), heldCoins, owedCoins, walletEntries: walletEntries.map(toWalletEntry) };
  };
}

/** Lists wallet entries before a known one, newest first. @throws AppError `user_not_found`, also for a deleted user */
export async function getOlderWalletEntries(
  database: Database,
  uid: string,
  before: number,
): Promise<WalletEntryView[]> {
  const { id } = await getUser(database, uid);
  return (await listWalletEntries(database, id, { limit: WALLET_ENTRIES_LIMIT, before })).map(toWalletEntry);
}

/**
 * Lists completed offers before a known one, newest first. @throws AppError `user_not_found`, also for a deleted user
 */
export async function getOlderCompletions(
  database: Database,
  uid: string,
  { before, at }: { readonly before: string; readonly at: string },
): Promise<CompletedOffer[]> {
  const { id } = await getUser(database, uid);
  const known = { before, at: new Date(at) };
  return (await listCompletionsBehind(database, id, known, COMPLETED_OFFERS_LIMIT.details)).map(toCompletedOffer);
}

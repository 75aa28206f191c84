import {
  COMPLETED_OFFERS_LIMIT,
  WALLET_ENTRIES_LIMIT,
  type CompletedOffer,
  type UserDetails,
  type WalletEntryView,
} from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import type { Database } from '#platform/database/index.ts';
import { listWalletEntries } from '#features/ledger/index.ts';
import { findUserAccount, type UserAccount } from './user-account.repository.ts';
import { toCompletedOffer, toUser, toWalletEntry } from './user.mapper.ts';
import { findUsersByUid, listCompletionsBehind } from './users.repository.ts';

export const userNotFound = (uid: string): AppError =>
  new AppError('user_not_found', { userMessage: `There is no user with the ID "${uid}".` });

async function getUserId(database: Database, uid: string): Promise<number> {
  const user = (await findUsersByUid(database, [uid])).get(uid);
  if (user === undefined) throw userNotFound(uid);
  return user.id;
}

/** Returns an active user with the wallet and its newest entries. @throws AppError `user_not_found` */
export async function getUserAccount(
  database: Database,
  uid: string,
  { completions = 0 }: { completions?: number } = {},
): Promise<UserAccount> {
  const account = await findUserAccount(database, uid, { walletEntries: WALLET_ENTRIES_LIMIT, completions });
  if (account === null) throw userNotFound(uid);
  return account;
}

/** @throws AppError `user_not_found`, also for a deleted user */
export async function getUserDetails(database: Database, uid: string): Promise<UserDetails> {
  const account = await getUserAccount(database, uid, { completions: COMPLETED_OFFERS_LIMIT.details });
  const { heldCoins, walletEntries } = account;
  return { ...toUser(account, account.completions), heldCoins, walletEntries: walletEntries.map(toWalletEntry) };
}

/** Lists wallet entries before a known one, newest first. @throws AppError `user_not_found`, also for a deleted user */
export async function getOlderWalletEntries(
  database: Database,
  uid: string,
  before: number,
): Promise<WalletEntryView[]> {
  const id = await getUserId(database, uid);
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
  const id = await getUserId(database, uid);
  const known = { before, at: new Date(at) };
  return (await listCompletionsBehind(database, id, known, COMPLETED_OFFERS_LIMIT.details)).map(toCompletedOffer);
}

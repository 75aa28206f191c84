import { coins, type Coins } from '@muneem/contract/money';
import {
  COMPLETED_OFFERS_LIMIT,
  WALLET_ENTRIES_LIMIT,
  type CompletedOffer,
  type UserDetails,
  type WalletEntryView,
} from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import type { Database } from '#platform/database/index.ts';
import { getBalances, getHeldCoins, listWalletEntries } from '#features/ledger/index.ts';
import { toCompletedOffer, toUser, toWalletEntry } from './user.mapper.ts';
import {
  countCompletions,
  findUsersByUid,
  listCompletions,
  listCompletionsBehind,
  type UserRow,
} from './users.repository.ts';

export const userNotFound = (uid: string): AppError =>
  new AppError('user_not_found', { userMessage: `There is no user with the ID "${uid}".` });

export interface UserAccount {
  readonly user: UserRow;
  readonly coins: Coins;
  readonly heldCoins: Coins;
  readonly completedCount: number;
  /** Only the newest. */
  readonly walletEntries: WalletEntryView[];
}

async function getUser(database: Database, uid: string): Promise<UserRow> {
  const user = (await findUsersByUid(database, [uid])).get(uid);
  if (user === undefined) throw userNotFound(uid);
  return user;
}

const walletEntriesOf = async (database: Database, user: UserRow, before?: number): Promise<WalletEntryView[]> =>
  (await listWalletEntries(database, user.id, { limit: WALLET_ENTRIES_LIMIT, ...(before && { before }) })).map(
    toWalletEntry,
  );

/** Returns an active user with the wallet's coins. @throws AppError `user_not_found` */
export async function getUserAccount(database: Database, uid: string): Promise<UserAccount> {
  const user = await getUser(database, uid);
  const [balances, heldCoins, walletEntries, completedCount] = await Promise.all([
    getBalances(database, [user.id]),
    getHeldCoins(database, user.id),
    walletEntriesOf(database, user),
    countCompletions(database, user.id),
  ]);
  return { user, coins: balances.get(user.id) ?? coins(0), heldCoins, completedCount, walletEntries };
}

/** @throws AppError `user_not_found`, also for a deleted user */
export async function getUserDetails(database: Database, uid: string): Promise<UserDetails> {
  const { user, coins, completedCount, heldCoins, walletEntries } = await getUserAccount(database, uid);
  const completions = await listCompletions(database, [user.id], COMPLETED_OFFERS_LIMIT.details);
  return { ...toUser({ ...user, coins, completedCount }, completions), heldCoins, walletEntries };
}

/** Lists wallet entries before a known one, newest first. @throws AppError `user_not_found`, also for a deleted user */
export async function getOlderWalletEntries(
  database: Database,
  uid: string,
  before: number,
): Promise<WalletEntryView[]> {
  return walletEntriesOf(database, await getUser(database, uid), before);
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

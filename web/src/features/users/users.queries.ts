import {
  deleteUser,
  getUser,
  listWalletEntries,
  readUsers,
  USER_SORTS,
  type WalletEntryView,
} from '@muneem/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isMissing, isUnknownAddress } from '#lib/api-error.ts';
import type { AskFirst } from '#lib/first-data.ts';
import { listConfig, listQueryOf, type ListQueryState } from '#ui/data-table/index.ts';

/** What the list keeps in the address. */
export const USERS = listConfig({ sorts: USER_SORTS, limit: 50 });
export type UsersQuery = ListQueryState<(typeof USER_SORTS)[number], Record<never, never>>;

export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api(readUsers, { query, signal }),
  });

export const askFirst: AskFirst = (client, search) => void client.prefetchQuery(usersQuery(listQueryOf(USERS, search)));

export const userQuery = (uid: string) =>
  queryOptions({
    queryKey: ['users', 'one', uid],
    queryFn: async ({ signal }) => (await api(getUser, { params: { uid }, signal })).user,
  });

/** The wallet's entries before the one with this number. */
export const readOlderEntries = async (uid: string, before: number): Promise<WalletEntryView[]> =>
  (await api(listWalletEntries, { params: { uid }, query: { before } })).walletEntries;

/** True when the user is gone; undefined while the user is still there. Another server may know the list only. */
export async function findDeletion(uid: string): Promise<true | undefined> {
  try {
    await api(getUser, { params: { uid } });
    return undefined;
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (!isUnknownAddress(error)) return true;
  }
  const { users } = await api(readUsers, { query: { search: uid } });
  return users.some((user) => user.uid === uid) ? undefined : true;
}

export const removeUser = (uid: string) => api(deleteUser, { params: { uid } });

import { ApiError } from '@muneem/contract/http';
import {
  deleteUser,
  getUser,
  listCompletedOffers,
  listWalletEntries,
  readUsers,
  USER_SORTS,
  type CompletedOffer,
  type User,
  type UserDetails,
  type WalletEntryView,
} from '@muneem/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { hasNoSuchCall, isMissing } from '#lib/api-error.ts';
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

/** What the details show: of another server's user what its list has (document 000 has no call for one user). */
export type ShownUser = User & Partial<UserDetails>;

export const userQuery = (uid: string) =>
  queryOptions({ queryKey: ['users', 'one', uid], queryFn: ({ signal }) => findUser(uid, signal) });

/** @throws ApiError 404 when there is no such user */
async function findUser(uid: string, signal?: AbortSignal): Promise<ShownUser> {
  try {
    return (await api(getUser, { params: { uid }, ...(signal && { signal }) })).user;
  } catch (error) {
    if (!hasNoSuchCall(error)) throw error;
    const { users } = await api(readUsers, { query: { search: uid }, ...(signal && { signal }) });
    const listed = users.find((user) => user.uid === uid);
    if (!listed) throw new ApiError('http', 404, undefined, error);
    return listed;
  }
}

/** The wallet's entries before the one with this number. */
export const readOlderEntries = async (uid: string, before: number): Promise<WalletEntryView[]> =>
  (await api(listWalletEntries, { params: { uid }, query: { before } })).walletEntries;

/** The completed offers behind this one. */
export const readOlderCompletions = async (uid: string, last: CompletedOffer): Promise<CompletedOffer[]> =>
  (await api(listCompletedOffers, { params: { uid }, query: { before: last.id, at: last.completedAt } }))
    .completedOffers;

/** True when the user is gone; undefined while the user is still there. */
export async function findDeletion(uid: string): Promise<true | undefined> {
  try {
    await findUser(uid);
    return undefined;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

export const removeUser = (uid: string) => api(deleteUser, { params: { uid } });

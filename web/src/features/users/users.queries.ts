import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  deleteUser,
  eraseUser,
  exportPersonalData,
  getUser,
  listCompletedOffers,
  listWalletEntries,
  listUsers,
  USER_SORTS,
  type CompletedOffer,
  type PersonalData,
  type UserDetails,
} from '@muneem/contract/users';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isMissing } from '#lib/api-error.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';

export const USERS = listConfig({ sorts: USER_SORTS });
export type UsersQuery = QueryOf<typeof USERS>;

export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: async ({ signal }) => usersOf(await api(listUsers, { query, signal })),
  });

/** Document 000 §7: users come as `{success, users}` or as a bare array. Without totals the list is complete. */
function usersOf(answer: Partial<RouteAnswer<typeof listUsers>> | RouteAnswer<typeof listUsers>['users']) {
  const { users, total, totalUsers, ...page } = Array.isArray(answer) ? { users: answer } : answer;
  if (!Array.isArray(users)) throw new ApiError('format', 200);
  return { ...page, users, total: total ?? users.length, totalUsers: totalUsers ?? total ?? users.length };
}

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(usersQuery(listQueryOf(USERS, search))),
];

export const userQuery = (uid: string) =>
  queryOptions({
    queryKey: ['users', 'one', uid],
    queryFn: async ({ signal }): Promise<UserDetails> => (await api(getUser, { params: { uid }, signal })).user,
  });

/** The wallet, newest entries first. The first page comes with the user. */
export const walletQuery = ({ uid, walletEntries }: UserDetails) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', uid, 'wallet'],
    queryFn: async ({ client, pageParam: before, signal }) =>
      before === undefined
        ? (await client.fetchQuery(userQuery(uid))).walletEntries
        : (await api(listWalletEntries, { params: { uid }, query: { before }, signal })).walletEntries,
    initialData: { pages: [walletEntries], pageParams: [undefined] },
    initialPageParam: undefined as number | undefined,
    // Entry numbers start at 1.
    getNextPageParam: (page) => {
      const oldest = page.at(-1)?.sequence ?? 1;
      return oldest > 1 ? oldest : undefined;
    },
  });

/** The completed offers, newest first. The first page comes with the user. */
export const completionsQuery = ({ uid, completedOffers, completedCount }: UserDetails) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', uid, 'completions'],
    queryFn: async ({ client, pageParam: last, signal }) =>
      last === undefined
        ? (await client.fetchQuery(userQuery(uid))).completedOffers
        : (
            await api(listCompletedOffers, {
              params: { uid },
              query: { before: last.id, at: last.completedAt },
              signal,
            })
          ).completedOffers,
    initialData: { pages: [completedOffers], pageParams: [undefined] },
    initialPageParam: undefined as CompletedOffer | undefined,
    // An empty page ends the list, even if the count says otherwise.
    getNextPageParam: (page, pages) => (pages.flat().length < completedCount ? page.at(-1) : undefined),
  });

/** True if the user is deleted, null if they still exist. */
export async function findDeletion(uid: string): Promise<true | null> {
  try {
    await api(getUser, { params: { uid } });
    return null;
  } catch (error) {
    // A 404 without a server message may come from a proxy. It says nothing about the user.
    if (isMissing(error) && error instanceof ApiError && error.serverMessage !== undefined) return true;
    throw error;
  }
}

export const removePerson = (uid: string, password: string) => api(eraseUser, { params: { uid }, body: { password } });

export const readPersonalData = async (uid: string, password: string): Promise<PersonalData> =>
  (await api(exportPersonalData, { params: { uid }, body: { password }, timeoutMs: 120_000 })).personalData;

export const removeUser = (uid: string) => api(deleteUser, { params: { uid } });

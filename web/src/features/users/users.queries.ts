import { deleteUser, getUser, listWalletEntries, readUsers, USER_SORTS } from '@muneem/contract/users';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isMissing } from '#lib/api-error.ts';
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

/** The wallet's entries before the last one that is shown; asked for when somebody wants to see them. */
export const olderEntriesQuery = (uid: string, before: number) =>
  infiniteQueryOptions({
    queryKey: ['users', 'one', uid, 'older-entries', before],
    queryFn: async ({ pageParam, signal }) =>
      (await api(listWalletEntries, { params: { uid }, query: { before: pageParam }, signal })).walletEntries,
    initialPageParam: before,
    getNextPageParam: (page) => page.at(-1)?.sequence,
    enabled: false,
  });

/** True when the user is gone; undefined while the user is still there. */
export const findDeletion = (uid: string): Promise<true | undefined> =>
  api(getUser, { params: { uid } }).then(
    () => undefined,
    (error: unknown) => {
      if (isMissing(error)) return true;
      throw error;
    },
  );

export const removeUser = (uid: string) => api(deleteUser, { params: { uid } });

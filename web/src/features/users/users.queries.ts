import { deleteUser, getUser, readUsers, USER_SORTS } from '@muneem/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
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

export const removeUser = (uid: string) => api(deleteUser, { params: { uid } });

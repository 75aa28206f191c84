import { getAuthenticator, listSessions } from '@muneem/contract/account';
import { listSignIns } from '@muneem/contract/audit';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const sessionsQuery = () =>
  queryOptions({ queryKey: ['account', 'sessions'], queryFn: ({ signal }) => api(listSessions, { signal }) });

export const authenticatorQuery = () =>
  queryOptions({ queryKey: ['account', 'authenticator'], queryFn: ({ signal }) => api(getAuthenticator, { signal }) });

export const signInsQuery = (before: number | undefined) =>
  queryOptions({
    queryKey: ['account', 'sign-ins', before],
    queryFn: ({ signal }) => api(listSignIns, { query: before === undefined ? {} : { before }, signal }),
  });

export const screenQueries: ScreenQueries = (client) => [
  client.prefetchQuery(authenticatorQuery()),
  client.prefetchQuery(sessionsQuery()),
  client.prefetchQuery(signInsQuery(undefined)),
];

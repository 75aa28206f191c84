import { getAuthenticator, listSessions } from '@muneem/contract/account';
import { listSignIns } from '@muneem/contract/audit';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const sessionsQuery = () =>
  queryOptions({ queryKey: ['account', 'sessions'], queryFn: ({ signal }) => api(listSessions, { signal }) });

export const authenticatorQuery = () =>
  queryOptions({ queryKey: ['account', 'authenticator'], queryFn: ({ signal }) => api(getAuthenticator, { signal }) });

export const signInsQuery = (before: number | undefined) =>
  queryOptions({
    queryKey: ['account', 'sign-ins', before],
    queryFn: ({ signal }) => api(listSignIns, { query: before === undefined ? {} : { before }, signal }),
  });

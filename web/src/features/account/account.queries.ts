import { getAuthenticator, listSessions } from '@muneem/contract/account';
import { listSignIns } from '@muneem/contract/audit';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const sessionsQuery = () => routeQuery(['account', 'sessions'], listSessions, {});

export const authenticatorQuery = () => routeQuery(['account', 'authenticator'], getAuthenticator, {});

export const signInsQuery = (before: number | undefined) =>
  routeQuery(['account', 'sign-ins', before], listSignIns, { query: before === undefined ? {} : { before } });

export const screenQueries: ScreenQueries = (client) => [
  client.prefetchQuery(authenticatorQuery()),
  client.prefetchQuery(sessionsQuery()),
  client.prefetchQuery(signInsQuery(undefined)),
];

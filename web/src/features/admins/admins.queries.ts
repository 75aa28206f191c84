import { listAdmins } from '@muneem/contract/admins';
import type { RouteAnswer } from '@muneem/contract/http';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const adminsQuery = () => routeQuery(['admins'], listAdmins, {});

/** A team of owners only needs no word about roles. True until the list has loaded. */
export const areAllOwners = (data: RouteAnswer<typeof listAdmins> | undefined): boolean =>
  [...(data?.admins ?? []), ...(data?.invitations ?? [])].every(({ role }) => role === 'owner');

export const screenQueries: ScreenQueries = (client) => [client.prefetchQuery(adminsQuery())];

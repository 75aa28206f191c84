import { listAdmins } from '@muneem/contract/admins';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const adminsQuery = () => routeQuery(['admins'], listAdmins, {});

export const screenQueries: ScreenQueries = (client) => [client.prefetchQuery(adminsQuery())];

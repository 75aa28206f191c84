import type { ExportFormat } from '@muneem/contract/exports';
import * as api from '@muneem/contract/users';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, REPLIED, watchSession, type HttpServer } from '#platform/http/index.ts';
import { deleteUser } from './delete-user.ts';
import { exportUsers } from './export-users.ts';
import { getOlderCompletions, getOlderWalletEntries, getUserDetails } from './get-user-details.ts';
import { listUsers } from './list-users.ts';

export interface UserDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export function registerUserRoutes(http: HttpServer, { database, clock }: UserDependencies): void {
  registerRoute(http, api.listUsers, async ({ query }) => ({
    success: true as const,
    ...(await listUsers(database, query)),
  }));

  registerRoute(http, api.getUser, async ({ params }) => ({
    success: true as const,
    user: await getUserDetails(database, params.uid),
  }));

  registerRoute(http, api.listWalletEntries, async ({ params, query }) => ({
    success: true as const,
    walletEntries: await getOlderWalletEntries(database, params.uid, query.before),
  }));

  registerRoute(http, api.listCompletedOffers, async ({ params, query }) => ({
    success: true as const,
    completedOffers: await getOlderCompletions(database, params.uid, query),
  }));

  const registerExport = (route: typeof api.exportUsers, format: ExportFormat): void =>
    registerRoute(http, route, async ({ query: { search, exportId }, actor, request, reply }) => {
      const isSignedIn = watchSession(http, request);
      await exportUsers({ database, clock }, { search, format, exportId, actor, isSignedIn }, reply);
      return REPLIED;
    });
  registerExport(api.exportUsers, 'csv');
  registerExport(api.exportUsersWorkbook, 'xlsx');

  registerRoute(http, api.deleteUser, async ({ params, actor }) => {
    await deleteUser({ database, clock }, params.uid, actor);
    return { success: true as const, message: 'User deleted successfully' };
  });
}

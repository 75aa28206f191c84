import type { ExportFormat } from '@muneem/contract/exports';
import * as api from '@muneem/contract/users';
import type { ReadDatabase } from '#platform/database/index.ts';
import { registerRoute, REPLIED, watchSession, type HttpServer } from '#platform/http/index.ts';
import { deleteUser } from './delete-user.ts';
import { eraseUser, type PersonalDataDependencies } from './erase-user.ts';
import { exportPersonalData } from './export-personal-data.ts';
import { exportUsers } from './export-users.ts';
import { createUserDetails, getOlderCompletions, getOlderWalletEntries } from './get-user-details.ts';
import { listUsers } from './list-users.ts';

type UserDependencies = PersonalDataDependencies & { readonly readDatabase: ReadDatabase };

export function registerUserRoutes(http: HttpServer, dependencies: UserDependencies): void {
  const { database, readDatabase, clock } = dependencies;
  registerRoute(http, api.listUsers, ({ query }) => listUsers(database, query));

  const userDetails = createUserDetails(database);
  registerRoute(http, api.getUser, async ({ params }) => ({
    user: await userDetails(params.uid),
  }));

  registerRoute(http, api.listWalletEntries, async ({ params, query }) => ({
    walletEntries: await getOlderWalletEntries(database, params.uid, query.before),
  }));

  registerRoute(http, api.listCompletedOffers, async ({ params, query }) => ({
    completedOffers: await getOlderCompletions(database, params.uid, query),
  }));

  const registerExport = (route: typeof api.exportUsers, format: ExportFormat): void =>
    registerRoute(http, route, async ({ query: { search, exportId }, actor, request, reply }) => {
      const isSignedIn = watchSession(http, request);
      await exportUsers(
        { database, reader: readDatabase.reader(), clock },
        { search, format, exportId, actor, isSignedIn },
        reply,
      );
      return REPLIED;
    });
  registerExport(api.exportUsers, 'csv');
  registerExport(api.exportUsersWorkbook, 'xlsx');

  registerRoute(http, api.deleteUser, async ({ params, actor }) => {
    await deleteUser({ database, clock }, params.uid, actor);
    return { message: 'User deleted successfully' };
  });

  registerRoute(http, api.exportPersonalData, async ({ admin, params, body, actor }) => ({
    personalData: await exportPersonalData(dependencies, admin, { ...params, ...body }, actor),
  }));

  registerRoute(http, api.eraseUser, async ({ admin, params, body, actor }) => {
    const erasedAt = await eraseUser(dependencies, admin, { ...params, ...body }, actor);
    return {
      message: 'The user was deleted and the personal data erased.',
      erasedAt: erasedAt.toISOString(),
    };
  });
}

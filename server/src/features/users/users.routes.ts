import * as api from '@muneem/contract/users';
import { kolkataDay } from '#platform/clock/index.ts';
import type { ReadDatabase } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { registerExports } from '#features/exports/index.ts';
import { deleteUser } from './delete-user.ts';
import { eraseUser, type PersonalDataDependencies } from './erase-user.ts';
import { exportPersonalData } from './export-personal-data.ts';
import { createUserDetails, getOlderCompletions, getOlderWalletEntries } from './get-user-details.ts';
import { userTable } from './user-export.repository.ts';
import { countMatches, listUserRows } from './user-list.repository.ts';
import { toUser } from './user.mapper.ts';
import { countUsers } from './users.repository.ts';

type UserDependencies = PersonalDataDependencies & { readonly readDatabase: ReadDatabase };

export function registerUserRoutes(http: HttpServer, dependencies: UserDependencies): void {
  const { database, clock } = dependencies;
  registerRoute(http, api.listUsers, async ({ query }) => {
    const totalUsers = await countUsers(database);
    const { rows, ...page } = await listUserRows(database, query, totalUsers);
    return { users: rows.map(toUser), ...page, totalUsers };
  });

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

  const exports = { csv: api.exportUsers, xlsx: api.exportUsersWorkbook };
  registerExports(http, dependencies, exports, async (reader, { search }) => ({
    kind: 'users',
    entityType: 'user',
    fileName: `users-${kolkataDay(clock.now())}`,
    table: userTable(reader, search),
    total: await countMatches(reader, search),
  }));

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

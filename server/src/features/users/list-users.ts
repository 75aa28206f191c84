import {
  COMPLETED_OFFERS_LIMIT,
  MAX_COUNTED_USERS,
  type listUsers as listUsersRoute,
  type User,
} from '@muneem/contract/users';
import type { RouteQuery } from '@muneem/contract/http';
import type { Database } from '#platform/database/index.ts';
import { toUser } from './user-mapper.ts';
import { countUsers, listCompletions, listUserRows, searchUserIds } from './users.repository.ts';

/** A page of users, each with the newest completed offers. */
export async function listUsers(
  database: Database,
  { page, limit, search, sort, order }: RouteQuery<typeof listUsersRoute>,
): Promise<{ users: User[]; total: number; totalUsers: number }> {
  const found = search === '' ? undefined : await searchUserIds(database, search, MAX_COUNTED_USERS);
  // With so many matches the page is found sooner in the list's own order.
  const among = found !== undefined && found.length < MAX_COUNTED_USERS ? found : undefined;
  const [rows, totalUsers] = await Promise.all([
    listUserRows(database, { search, among, sort, order, limit, offset: (page - 1) * limit }),
    countUsers(database),
  ]);
  const completers = rows.filter((row) => row.completedCount > 0).map((row) => row.id);
  const completions =
    completers.length === 0 ? [] : await listCompletions(database, completers, COMPLETED_OFFERS_LIMIT.list);
  const byUser = Map.groupBy(completions, (completion) => completion.userId);
  return {
    users: rows.map((row) => toUser(row, byUser.get(row.id) ?? [])),
    total: found?.length ?? totalUsers,
    totalUsers,
  };
}

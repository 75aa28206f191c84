import { COMPLETED_OFFERS_LIMIT, type listUsers as listUsersRoute, type User } from '@muneem/contract/users';
import type { RouteQuery } from '@muneem/contract/http';
import type { Database } from '#platform/database/index.ts';
import { toUser } from './user.mapper.ts';
import { listUserRows } from './user-list.repository.ts';
import { countUsers, listCompletions } from './users.repository.ts';

/** Lists a page of users with their newest completed offers: all users, matches of a search, or one by id. */
export async function listUsers(
  database: Database,
  { page, limit, search, uid, sort, order }: RouteQuery<typeof listUsersRoute>,
): Promise<{ users: User[]; total: number; totalUsers: number }> {
  const totalUsers = await countUsers(database);
  const { rows, total } = await listUserRows(database, {
    search,
    uid,
    sort,
    order,
    limit,
    offset: (page - 1) * limit,
    totalUsers,
  });
  const completers = rows.filter((row) => row.completedCount > 0).map((row) => row.id);
  const completions =
    completers.length === 0 ? [] : await listCompletions(database, completers, COMPLETED_OFFERS_LIMIT.list);
  const byUser = Map.groupBy(completions, (completion) => completion.userId);
  return {
    users: rows.map((row) => toUser(row, byUser.get(row.id) ?? [])),
    total,
    totalUsers,
  };
}

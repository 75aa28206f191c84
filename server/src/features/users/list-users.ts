import type { listUsers as listUsersRoute, User } from '@muneem/contract/users';
import type { RouteQuery } from '@muneem/contract/http';
import type { Database } from '#platform/database/index.ts';
import { toUser } from './user.mapper.ts';
import { listUserRows } from './user-list.repository.ts';
import { countUsers } from './users.repository.ts';

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
  return { users: rows.map(toUser), total, totalUsers };
}

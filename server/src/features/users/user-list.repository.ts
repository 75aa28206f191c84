import type { RouteQuery } from '@muneem/contract/http';
import { COMPLETED_OFFERS_LIMIT, MAX_COUNTED_USERS, USER_DEFAULTS, type listUsers } from '@muneem/contract/users';
import {
  listInOrder,
  MOST_COLLECTED,
  raw,
  searchList,
  sql,
  textMatch,
  type ListPage,
  type ListSource,
  type Queryable,
  type Spot,
  type Sql,
  type TextMatch,
} from '#platform/database/index.ts';
import { countUsers, listedUser, type ListedUser } from './users.repository.ts';

type UserList = RouteQuery<typeof listUsers>;

const NOT_DELETED = sql`u.deleted_at is null`;
/** Few users are deleted, so no other user's row is read. */
const OWNER_NOT_DELETED = sql`not exists (select from users d where d.id = w.user_id and d.deleted_at is not null)`;

/** The same expressions as in the indexes. */
const SORT_COLUMNS = {
  createdAt: 'u.created_at',
  name: `lower(coalesce(u.name, '${USER_DEFAULTS.name}'))`,
  email: `lower(coalesce(u.email, '${USER_DEFAULTS.email}'))`,
  coins: 'w.balance',
} as const;

/** The searched text. The same expression as in the index `users_search`. */
const WORDS = raw(
  `lower(u.uid || ' ' || coalesce(u.name, '') || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.phone, ''))`,
);

/**
 * Lists a page: all users, matches of a search, or one by id. Finds its ids first, then joins only its rows.
 * @param totalUsers number of active users
 */
export async function listUserRows(
  q: Queryable,
  list: UserList,
  totalUsers: number,
): Promise<ListPage<ListedUser> & { total: number }> {
  const { rows, ...page } = await findPage(q, list, totalUsers);
  return { ...page, rows: await pageRows(q, idsOf(rows)) };
}

async function findPage(q: Queryable, list: UserList, totalUsers: number): Promise<ListPage<Spot> & { total: number }> {
  const { search, uid, sort } = list;
  const isCoins = sort === 'coins';
  const key = { value: SORT_COLUMNS[sort], id: isCoins ? 'w.user_id' : 'u.id' };
  const wallets = sql`wallets w`;
  if (uid === undefined && search === '') {
    const all = isCoins ? { from: wallets, filter: OWNER_NOT_DELETED } : { from: sql`users u`, filter: NOT_DELETED };
    return { ...(await listInOrder(q, list, { key, ...all })), total: totalUsers };
  }
  const from = isCoins ? sql`users u join ${wallets} on w.user_id = u.id` : sql`users u`;
  const source: ListSource = { from, key, filter: NOT_DELETED };
  const isUser = sql`u.uid = ${uid}`;
  const match = uid === undefined ? matchUsers(search) : { byIndex: isUser, inOrder: isUser };
  const { total, ...page } = await searchList(q, list, source, { match, mostCounted: MAX_COUNTED_USERS });
  return { ...page, total: Math.min(total, MAX_COUNTED_USERS) };
}

const idsOf = (rows: readonly Spot[]): number[] => rows.map(({ id }) => Number(id));

const countUpTo = (q: Queryable, match: Sql, limit: number): Promise<number> =>
  q.getValue(sql`select count(*) from (select from users u where ${NOT_DELETED} and ${match} limit ${limit}) found`);

async function pageRows(q: Queryable, page: readonly number[]): Promise<ListedUser[]> {
  const { text, values } = sql`
    select ${listedUser(COMPLETED_OFFERS_LIMIT.list)}
    from unnest(${page}::bigint[]) with ordinality as page (id, position)
    join users u using (id) left join wallets w on w.user_id = u.id
    order by page.position`;
  return q.prepared('users-page', text, values);
}

const PHONE = /^[+()\d\s.-]+$/;
/** An Indian phone number without country code and leading zero. */
const PHONE_DIGITS = 10;

/** Returns the spellings to look for. A phone number is stored as the app sent it: most apps send it in these forms. */
function spellingsOf(search: string): string[] {
  const digits = search.replaceAll(/\D/g, '').slice(-PHONE_DIGITS);
  if (!PHONE.test(search) || digits.length < PHONE_DIGITS) return [search];
  const halves = [digits.slice(0, 5), digits.slice(5)];
  return [...new Set([search, digits, halves.join(' '), halves.join('-')])];
}

const matchUsers = (search: string): TextMatch => textMatch(WORDS, spellingsOf(search));

/** Matches active users in the list's order. */
export const matches = (search: string): Sql =>
  search === '' ? NOT_DELETED : sql`${NOT_DELETED} and ${matchUsers(search).inOrder}`;

/** Returns up to `atMost` active users that match, the newest. */
export async function searchUserIds(q: Queryable, search: string, atMost: number): Promise<readonly number[]> {
  return idsOf((await findPage(q, { search, sort: 'createdAt', order: 'desc', page: 1, limit: atMost }, 0)).rows);
}

/** Counts the active users that match. Null if there are too many to count. */
export async function countMatches(q: Queryable, search: string): Promise<number | null> {
  if (search === '') return countUsers(q);
  const { byIndex } = matchUsers(search);
  if (byIndex === null) return null;
  const count = await countUpTo(q, byIndex, MOST_COLLECTED);
  return count < MOST_COLLECTED ? count : null;
}

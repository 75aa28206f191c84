import type { RouteQuery } from '@muneem/contract/http';
import { COMPLETED_OFFERS_LIMIT, MAX_COUNTED_USERS, USER_DEFAULTS, type listUsers } from '@muneem/contract/users';
import { containsPattern, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { countUsers, listedUser, type ListedUser } from './users.repository.ts';

/** A `uid` is the one user with exactly this id, regardless of the search. */
interface UserList extends Omit<RouteQuery<typeof listUsers>, 'page'> {
  readonly offset: number;
  /** Number of active users, to find the list's other end. */
  readonly totalUsers: number;
}

const NOT_DELETED = sql`u.deleted_at is null`;

/** The same expressions as in the indexes. */
const SORT_COLUMNS = {
  createdAt: 'u.created_at',
  name: `lower(coalesce(u.name, '${USER_DEFAULTS.name}'))`,
  email: `lower(coalesce(u.email, '${USER_DEFAULTS.email}'))`,
  coins: 'w.balance',
} as const;

/** Lists a page: all users, matches of a search, or one by id. Finds its ids by index first, then joins only its rows. */
export async function listUserRows(
  q: Queryable,
  { page, ...list }: RouteQuery<typeof listUsers>,
  totalUsers: number,
): Promise<{ rows: ListedUser[]; total: number }> {
  const found = await findPage(q, { ...list, offset: (page - 1) * list.limit, totalUsers });
  return { rows: await pageRows(q, found.page), total: found.total };
}

interface FoundPage {
  /** The ids of a page in order. */
  readonly page: readonly number[];
  readonly total: number;
}

async function findPage(q: Queryable, list: UserList): Promise<FoundPage> {
  const { search, uid, totalUsers } = list;
  if (uid !== undefined) return pageOfFew(q, list, sql`u.uid = ${uid} and ${NOT_DELETED}`);
  if (search === '') return { page: await pageOfAll(q, list), total: totalUsers };
  if (await isCommon(q, search, totalUsers)) {
    const page = await ids(q, pageOfFirst(list, search));
    if (page.length === list.limit) return { page, total: MAX_COUNTED_USERS };
  }
  const { page, total } = await pageOfFew(q, list, matchesByIndex(search));
  if (total < MAX_FOUND) return { page, total: Math.min(total, MAX_COUNTED_USERS) };
  return { page: await ids(q, pageOf(list, matches(search))), total: MAX_COUNTED_USERS };
}

/** More matches than this are not collected for a sort. */
const MAX_FOUND = 10_000;
/** Matching this many users one by one takes as long as an index search. */
const FIRST_USERS = 20_000;

/** Finds a page of matches among the list's first users. It is shorter if they match too seldom. */
const pageOfFirst = (list: UserList, search: string): Sql => sql`
  select u.id from (
    select u.* from users u ${walletsFor(list.sort)} where ${NOT_DELETED} order by ${orderOf(list)} limit ${FIRST_USERS}
  ) u where ${matches(search)} limit ${list.limit} offset ${list.offset}`;

/** Finds up to `MAX_FOUND` matches once, for the page and the total. */
async function pageOfFew(q: Queryable, { sort, order, limit, offset }: UserList, which: Sql): Promise<FoundPage> {
  const [found] = await q.query<{ page: string[]; total: number }>(sql`
    with found as materialized (
      select u.id, ${raw(SORT_COLUMNS[sort])} as place from users u ${walletsFor(sort)} where ${which} limit ${MAX_FOUND}
    )
    select array(select id from found order by ${raw(`place ${order}, id ${order}`)} limit ${limit} offset ${offset}) as page,
      (select count(*) from found) as total`);
  return { page: found?.page.map(Number) ?? [], total: found?.total ?? 0 };
}

/** Up to this offset, reading from the start is faster than finding the hour first. */
const NEAR = 1_000;

async function pageOfAll(q: Queryable, list: UserList): Promise<readonly number[]> {
  const { sort, order, limit, offset, totalUsers } = list;
  if (sort === 'createdAt') {
    const isNear = offset <= NEAR;
    return ids(q, isNear ? pageOf(list, NOT_DELETED) : await pageByHour(q, list));
  }
  if (sort === 'coins' && order === 'desc') {
    const richest = await ids(q, richestPage(list));
    if (richest.length === limit) return richest;
  }
  // Reads the second half of the list from its end.
  const size = Math.min(limit, totalUsers - offset);
  if (offset <= totalUsers / 2 || size <= 0) return ids(q, pageOf(list, NOT_DELETED));
  const mirrored = { ...list, order: opposite(order), limit: size, offset: totalUsers - offset - size };
  return (await ids(q, pageOf(mirrored, NOT_DELETED))).toReversed();
}

const ids = async (q: Queryable, statement: Sql): Promise<number[]> =>
  (await q.query<{ id: number }>(statement)).map(({ id }) => id);

const opposite = (order: 'asc' | 'desc'): 'asc' | 'desc' => (order === 'asc' ? 'desc' : 'asc');

const orderOf = ({ sort, order }: UserList): Sql => raw(`${SORT_COLUMNS[sort]} ${order}, u.id ${order}`);

const pageOf = (list: UserList, which: Sql): Sql => sql`
  select u.id from users u ${walletsFor(list.sort)} where ${which} order by ${orderOf(list)} limit ${list.limit} offset ${list.offset}`;

const walletsFor = (sort: UserList['sort']): Sql =>
  sort === 'coins' ? sql`join wallets w on w.user_id = u.id` : sql``;

/**
 * Lists a page by sign-up time. Counts per month, then per hour of that month, locate the hour in which the page starts.
 * So at most one hour is scanned for any page.
 */
async function pageByHour(q: Queryable, list: UserList): Promise<Sql> {
  const before = raw(`(sum(live) over (order by start ${list.order}))::bigint - live as before`);
  const [start] = await q.query<{ hour: Date; before: number }>(sql`
    with months as (
      select start, before from (select start, ${before} from (select month as start, live from user_months where live > 0) m) m
      where before <= ${list.offset} order by before desc limit 1
    )
    select h.start as hour, m.before + h.before as before from months m cross join lateral (
      select start, ${before} from (
        select hour as start, live from user_hours
        where live > 0 and hour >= m.start and hour < (m.start at time zone 'UTC' + interval '1 month') at time zone 'UTC'
      ) h
    ) h where m.before + h.before <= ${list.offset} order by h.before desc limit 1`);
  if (!start) return pageOf(list, NOT_DELETED);
  const from =
    list.order === 'asc'
      ? sql`u.created_at >= ${start.hour}`
      : sql`u.created_at < ${start.hour}::timestamptz + interval '1 hour'`;
  return pageOf({ ...list, offset: list.offset - start.before }, sql`${NOT_DELETED} and ${from}`);
}

/** Excludes deleted users by id. Few of them have coins: only from a payment that was reversed after the deletion. */
const richestPage = ({ limit, offset }: UserList): Sql => sql`
  select user_id as id from wallets where balance > 0
    and user_id <> all (array(select w.user_id from users u join wallets w on w.user_id = u.id where u.deleted_at is not null and w.balance > 0))
  order by balance desc, user_id desc limit ${limit} offset ${offset}`;

async function pageRows(q: Queryable, page: readonly number[]): Promise<ListedUser[]> {
  const { text, values } = sql`
    select ${listedUser(COMPLETED_OFFERS_LIMIT.list)}
    from unnest(${page}::bigint[]) with ordinality as page (id, place)
    join users u using (id) left join wallets w on w.user_id = u.id
    order by page.place`;
  return q.prepared('users-page', text, values);
}

/** The searched text. The same expression as in the indexes `users_search` and `users_short_search`. */
const WORDS = raw(
  `lower(u.uid || ' ' || coalesce(u.name, '') || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.phone, ''))`,
);
/** The trigram index needs at least this many letters. */
const TRIGRAM = 3;

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

const anyOf = (search: string, condition: (spelling: string) => Sql): Sql =>
  spellingsOf(search)
    .map(condition)
    .reduce((before, next) => sql`${before} or ${next}`);

/** Matches active users without an index, so PostgreSQL scans in the list's order. */
export const matches = (search: string): Sql =>
  search === ''
    ? NOT_DELETED
    : sql`${NOT_DELETED} and (${anyOf(search, (spelling) => sql`position(lower(${spelling}) in ${WORDS}) > 0`)})`;

/** Matches the same users by index. */
const matchesByIndex = (search: string): Sql =>
  [...search].length >= TRIGRAM
    ? sql`${NOT_DELETED} and (${anyOf(search, (spelling) => sql`${WORDS} like lower(${containsPattern(spelling)})`)})`
    : sql`${NOT_DELETED} and letters_and_pairs(${WORDS}) @> array[lower(${search})]`;

/**
 * The share of matches above which they are not counted. It is estimated by a sample, so it is five times the limit.
 */
const commonShare = (totalUsers: number): number => (5 * MAX_COUNTED_USERS) / totalUsers;
/** Below this number, both methods are fast. */
const FEW_USERS = 50_000;
/** Enough to expect 20 matches of the smallest common share, and at most 2,000. */
const sampledUsers = (totalUsers: number): number => Math.min(20 / commonShare(totalUsers), 2_000);

/** Returns up to `atMost` active users that match. If many match, the newest. */
export async function searchUserIds(q: Queryable, search: string, atMost: number): Promise<number[]> {
  return (await isCommon(q, search, await countUsers(q)))
    ? ids(
        q,
        sql`select u.id from users u where ${matches(search)} order by u.created_at desc, u.id desc limit ${atMost}`,
      )
    : ids(q, sql`select u.id from users u where ${matchesByIndex(search)} limit ${atMost}`);
}

/** Counts the active users that match. Null if there are too many to count. */
export async function countMatches(q: Queryable, search: string): Promise<number | null> {
  const totalUsers = await countUsers(q);
  if (search === '') return totalUsers;
  if (await isCommon(q, search, totalUsers)) return null;
  const found = sql`select from users u where ${matchesByIndex(search)} limit ${MAX_FOUND}`;
  const [row] = await q.query<{ count: number }>(sql`select count(*) from (${found}) found`);
  return row && row.count < MAX_FOUND ? row.count : null;
}

const isCommon = async (q: Queryable, search: string, totalUsers: number): Promise<boolean> =>
  totalUsers > FEW_USERS && (await sampleShare(q, search, totalUsers)) >= commonShare(totalUsers);

async function sampleShare(q: Queryable, search: string, totalUsers: number): Promise<number> {
  const percent = (100 * sampledUsers(totalUsers)) / totalUsers;
  const { text, values } = sql`
    select (avg(case when ${matches(search)} then 1 else 0 end))::float8 as share from users u tablesample system (${percent})`;
  const [row] = await q.prepared<{ share: number | null }>(`users-sample-${values.length}`, text, values);
  return row?.share ?? 0;
}

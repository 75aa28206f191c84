import { USER_DEFAULTS, type NewUser } from '@muneem/contract/users';
import { containsPattern, raw, sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';

/** A user's own row. What was not given is null. */
export interface UserRow {
  readonly id: number;
  readonly uid: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly gender: string | null;
  readonly referralCode: string | null;
  readonly usedReferralCode: string | null;
  readonly createdAt: Date;
}

const COLUMNS = raw(`u.id, u.uid, u.name, u.email, u.phone, u.gender,
  u.referral_code as "referralCode", u.used_referral_code as "usedReferralCode", u.created_at as "createdAt"`);

/** The live users among `uids`. Deleted ones are not found. */
export async function findUsersByUid(q: Queryable, uids: readonly string[]): Promise<Map<string, UserRow>> {
  const rows = await q.query<UserRow>(
    sql`select ${COLUMNS} from users u where u.uid = any (${uids}::text[]) and u.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.uid, row]));
}

/** Locks a live user until the end of the transaction. */
export async function lockUser(tx: Tx, uid: string): Promise<UserRow | null> {
  const [row] = await tx.query<UserRow>(
    sql`select ${COLUMNS} from users u where u.uid = ${uid} and u.deleted_at is null for update`,
  );
  return row ?? null;
}

export async function findUserByReferralCode(q: Queryable, code: string): Promise<UserRow | null> {
  const [row] = await q.query<UserRow>(
    sql`select ${COLUMNS} from users u where u.referral_code = ${code} and u.deleted_at is null`,
  );
  return row ?? null;
}

export interface InsertUser extends NewUser {
  readonly createdAt: Date;
  readonly ip: string | undefined;
}

/** Empty texts are stored as not given. */
export async function insertUser(tx: Tx, user: InsertUser): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(sql`
    insert into users as u (uid, name, email, phone, gender, referral_code, used_referral_code, created_at, created_ip)
    values (${user.uid}, ${user.name || null}, ${user.email || null}, ${user.phone || null}, ${user.gender || null},
      ${user.referralCode ?? null}, ${user.usedReferralCode ?? null}, ${user.createdAt}, ${user.ip ?? null})
    returning ${COLUMNS}`);
  return row as UserRow;
}

export async function markUserDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.execute(sql`update users set deleted_at = ${at} where id = ${id}`);
}

export interface UserList {
  readonly search: string;
  /** The ids of all that match, where they are few enough to be known. */
  readonly among: readonly number[] | undefined;
  readonly sort: 'createdAt' | 'name' | 'email' | 'coins';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface ListedUser extends UserRow {
  readonly coins: number;
  readonly completedCount: number;
}

/** As the list shows them; the expressions are those of the indexes. */
const SORT_COLUMNS = {
  createdAt: 'u.created_at',
  name: `lower(coalesce(u.name, '${USER_DEFAULTS.name}'))`,
  email: `lower(coalesce(u.email, '${USER_DEFAULTS.email}'))`,
  coins: 'w.balance',
} as const;

/** The page's ids are found first, so that counting completions touches the page's rows only. `among` is what a search found. */
export async function listUserRows(
  q: Queryable,
  { search, among, sort, order, limit, offset }: UserList,
): Promise<ListedUser[]> {
  const by = raw(`${SORT_COLUMNS[sort]} ${order}, u.id ${order}`);
  const wallets = sort === 'coins' ? sql`join wallets w on w.user_id = u.id` : sql``;
  const which = among === undefined ? matches(search) : sql`u.id = any (${among}::bigint[])`;
  return q.query<ListedUser>(sql`
    with page as (
      select u.id, row_number() over (order by ${by}) as place from users u ${wallets}
      where ${which} order by ${by} limit ${limit} offset ${offset}
    )
    select ${COLUMNS}, coalesce(w.balance, 0) as coins,
      (select count(*) from offer_completions c where c.user_id = u.id) as "completedCount"
    from page join users u using (id) left join wallets w on w.user_id = u.id
    order by page.place`);
}

/** The ids of live users that match, at most so many, in no order. */
export async function searchUserIds(q: Queryable, search: string, atMost: number): Promise<number[]> {
  const rows = await q.query<{ id: number }>(sql`select u.id from users u where ${matches(search)} limit ${atMost}`);
  return rows.map((row) => row.id);
}

/** All live users; a kept total. */
export async function countUsers(q: Queryable): Promise<number> {
  const [row] = await q.query<{ value: number }>(sql`select value from counters where name = 'users'`);
  return row?.value ?? 0;
}

/** The expression is that of the index `users_search`. */
function matches(search: string): Sql {
  if (search === '') return sql`u.deleted_at is null`;
  return sql`u.deleted_at is null
    and lower(u.uid || ' ' || coalesce(u.name, '') || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.phone, '')) like lower(${containsPattern(search)})`;
}

/** The next live users that match, newest first, behind the user `after`: short pages, never one long snapshot. */
export async function listUsersAfter(
  q: Queryable,
  search: string,
  after: number | undefined,
  limit: number,
): Promise<ListedUser[]> {
  // The exact time comes from the row itself: a JavaScript date would cut its microseconds off and skip rows.
  const behind =
    after === undefined
      ? sql`true`
      : sql`(u.created_at, u.id) < ((select l.created_at from users l where l.id = ${after}), ${after}::bigint)`;
  return q.query<ListedUser>(sql`
    select ${COLUMNS}, coalesce(w.balance, 0) as coins,
      (select count(*) from offer_completions c where c.user_id = u.id) as "completedCount"
    from users u left join wallets w on w.user_id = u.id
    where ${matches(search)} and ${behind} order by u.created_at desc, u.id desc limit ${limit}`);
}

export interface CompletionRow {
  readonly userId: number;
  readonly id: string;
  readonly title: string;
  readonly completedAt: Date;
}

/** The newest completions of each user. */
export async function listCompletions(
  q: Queryable,
  userIds: readonly number[],
  limitEach: number,
): Promise<CompletionRow[]> {
  return q.query<CompletionRow>(sql`
    select c.user_id as "userId", c.offer_id as id, o.title, c.completed_at as "completedAt"
    from unnest(${userIds}::bigint[]) as wanted (user_id)
    cross join lateral (
      select * from offer_completions c where c.user_id = wanted.user_id order by c.completed_at desc limit ${limitEach}
    ) c
    join offers o on o.id = c.offer_id
    order by c.completed_at desc, c.offer_id`);
}

export async function countCompletions(q: Queryable, userId: number): Promise<number> {
  const [row] = await q.query<{ count: number }>(sql`select count(*) from offer_completions where user_id = ${userId}`);
  return row?.count ?? 0;
}

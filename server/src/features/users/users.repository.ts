import type { Coins } from '@muneem/contract/money';
import type { NewUser, UserChange } from '@muneem/contract/users';
import { raw, sql, type Queryable, type Sql, type Tx, type Row } from '#platform/database/index.ts';

/** A user's row. Missing values are null. */
export type UserRow = Omit<Row<'users'>, 'createdIp' | 'deletedAt' | 'erasedAt'>;

const USER_COLUMNS = raw(`u.id, u.uid, u.name, u.email, u.phone, u.gender,
  u.referral_code, u.used_referral_code, u.created_at`);

export const findUser = (q: Queryable, uid: string): Promise<UserRow | null> =>
  q.findOne(sql`select ${USER_COLUMNS} from users u where u.uid = ${uid} and u.deleted_at is null`);

/** Locks an active user until the transaction ends. */
export const lockUser = (tx: Tx, uid: string): Promise<UserRow | null> =>
  tx.findOne(sql`select ${USER_COLUMNS} from users u where u.uid = ${uid} and u.deleted_at is null for no key update`);

/** Shares the lock until the transaction ends: an erasure waits, and then removes the code at its new user too. */
export const lockUserByReferralCode = (tx: Tx, code: string): Promise<UserRow | null> =>
  tx.findOne(
    sql`select ${USER_COLUMNS} from users u where u.referral_code = ${code} and u.deleted_at is null for share of u`,
  );

interface InsertUser extends NewUser {
  readonly createdAt: Date;
  readonly ip: string | undefined;
}

/** Stores empty texts as null. */
export const insertUser = (tx: Tx, user: InsertUser): Promise<UserRow> =>
  tx.getOne(sql`
    insert into users as u (uid, name, email, phone, gender, referral_code, used_referral_code, created_at, created_ip)
    values (${user.uid}, ${user.name || null}, ${user.email || null}, ${user.phone || null}, ${user.gender || null},
      ${user.referralCode ?? null}, ${user.usedReferralCode ?? null}, ${user.createdAt}, ${user.ip ?? null})
    returning ${USER_COLUMNS}`);

/** Stores empty texts as null. Fields without a text stay. */
export const updateUser = (tx: Tx, id: number, { name, email, phone }: UserChange): Promise<UserRow> =>
  tx.getOne(sql`
    update users u set
      name = case when ${name === undefined} then u.name else ${name || null} end,
      email = case when ${email === undefined} then u.email else ${email || null} end,
      phone = case when ${phone === undefined} then u.phone else ${phone || null} end
    where u.id = ${id} returning ${USER_COLUMNS}`);

export async function markUserDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.execute(sql`update users set deleted_at = ${at} where id = ${id}`);
}

/** A user with the wallet's balance and the newest completed offers. */
export interface ListedUser extends UserRow {
  readonly coins: Coins;
  readonly completedCount: number;
  readonly completions: readonly Completion[];
}

/** The columns of a `ListedUser` from `users u left join wallets w`. @param completions the most of each user */
export const listedUser = (completions: number): Sql => sql`
  ${USER_COLUMNS}, coalesce(w.balance, 0) as coins,
  (select count(*) from offer_completions c where c.user_id = u.id) as completed_count,
  (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'completedAt', completed_at) order by completed_at desc, id desc), '[]') from (
    select o.id, o.title, c.completed_at from offer_completions c join offers o on o.id = c.offer_id
    where c.user_id = u.id order by c.completed_at desc, c.offer_id desc limit ${completions}
  ) c) as completions`;

export async function countUsers(q: Queryable): Promise<number> {
  const [row] = await q.prepared<{ value: number }>(
    'users-count',
    "select value from counters where name = 'users'",
    [],
  );
  return row?.value ?? 0;
}

export interface Completion {
  readonly id: string;
  readonly title: string;
  /** A text in a JSON document. */
  readonly completedAt: Date | string;
}

/**
 * Lists completions before a known one, newest first. @param at its time in milliseconds, as sent to the client.
 * The row has the exact time, unless the completion was removed meanwhile.
 */
export async function listCompletionsBehind(
  q: Queryable,
  userId: number,
  { before, at }: { readonly before: string; readonly at: Date },
  limit: number,
): Promise<Completion[]> {
  return q.query<Completion>(sql`
    select c.offer_id as id, o.title, c.completed_at
    from offer_completions c join offers o on o.id = c.offer_id
    where c.user_id = ${userId} and (c.completed_at, c.offer_id) < (
      least(${at}::timestamptz + interval '1 millisecond', (
        select known.completed_at from offer_completions known where known.user_id = ${userId} and known.offer_id = ${before}
      )), ${before}::text)
    order by c.completed_at desc, c.offer_id desc limit ${limit}`);
}

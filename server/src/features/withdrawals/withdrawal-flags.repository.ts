import type { Coins, Paise } from '@muneem/contract/money';
import { MOST_PAST_COUNTED } from '@muneem/contract/withdrawals';
import { sql, type Queryable } from '#platform/database/index.ts';

export interface FlagFacts {
  readonly id: string;
  readonly method: 'upi' | 'bank';
  readonly first: boolean;
  /** Coins of reversed rewards that the user has spent and not yet returned. */
  readonly owedCoins: Coins;
  /** Number of users who withdraw to this destination, at most 1,000. */
  readonly sharers: number;
  /** Highest number of users at one of the user's IP addresses, at most 1,000. */
  readonly neighbours: number;
  /** The user's withdrawals in the busiest hour around this request, at most 1,000. */
  readonly mostPerHour: number;
  /** Hours between the user's sign-up and this request. */
  readonly ageHours: number;
}

const MOST_COUNTED = 1_000;

/** Reads the facts for a page of withdrawals in one statement. Each part uses an index. */
export const findFlagFacts = (q: Queryable, ids: readonly string[]): Promise<FlagFacts[]> =>
  q.query<FlagFacts>(sql`
    select w.id, w.method,
      not exists (select from withdrawals e where e.user_id = w.user_id and e.created_at < w.created_at) as first,
      (select coalesce(sum(coins), 0)::bigint from reversed_credits where user_id = w.user_id and status = 'owed') as owed_coins,
      (select count(*) from (select from withdrawal_destinations d
        where d.destination = withdrawal_destination(w.upi_id, w.account_number, w.ifsc_code) limit ${MOST_COUNTED}) s) as sharers,
      coalesce((select max(n) from (
        select (select count(*) from (select from withdrawal_addresses o where o.ip = a.ip limit ${MOST_COUNTED}) c) as n
        from (select ip from withdrawal_addresses where user_id = w.user_id limit 10) a) m), 0) as neighbours,
      (select max(n) from (
        select created_at, count(*) over (order by created_at range between current row and interval '1 hour' following) as n
        from (select created_at from withdrawals where user_id = w.user_id
          and created_at between w.created_at - interval '1 hour' and w.created_at + interval '1 hour' limit ${MOST_COUNTED}) near
        ) h where h.created_at <= w.created_at) as most_per_hour,
      floor(extract(epoch from w.created_at - u.created_at) / 3600)::int as age_hours
    from withdrawals w join users u on u.id = w.user_id
    where w.id = any (${ids}::text[])`);

interface UserSummary {
  readonly userId: number;
  readonly walletCoins: Coins;
  readonly paid: number;
  readonly rejected: number;
  readonly isCutShort: boolean;
}

/** Reads wallets and past withdrawals for the users of a page in one statement. */
export const findUserSummaries = (q: Queryable, userIds: readonly number[]): Promise<UserSummary[]> =>
  q.query<UserSummary>(sql`
    select u.id as user_id, coalesce(w.balance, 0) as wallet_coins, p.paid, p.rejected, p.looked_at >= ${MOST_PAST_COUNTED} as is_cut_short
    from unnest(${userIds}::bigint[]) u (id) left join wallets w on w.user_id = u.id
    cross join lateral (
      select count(*) filter (where status = 'completed') as paid, count(*) filter (where status = 'rejected') as rejected,
        count(*) as looked_at
      from (select status from withdrawals where user_id = u.id order by created_at desc limit ${MOST_PAST_COUNTED}) newest
    ) p`);

interface WithdrawalSums {
  readonly withdrawals: number;
  readonly completed: number;
  readonly completedPaise: Paise;
}

export const sumOfUser = (q: Queryable, userId: number): Promise<WithdrawalSums> =>
  q.getOne(sql`
    select count(*) as withdrawals, count(*) filter (where status = 'completed') as completed,
      coalesce(sum(amount_paise) filter (where status = 'completed'), 0)::bigint as completed_paise
    from withdrawals where user_id = ${userId}`);

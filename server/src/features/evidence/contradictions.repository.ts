import type { Contradiction } from '@muneem/contract/conversions';
import type { OpenContradiction } from '@muneem/contract/evidence';
import type { Coins, Paise } from '@muneem/contract/money';
import { sql, type Queryable, type RowOf, type Sql } from '#platform/database/index.ts';
import type { ContradictionRow } from '#features/conversions/index.ts';

type OfConversion = RowOf<OpenContradiction, keyof Contradiction | 'payout'>;
export type ContradictedRow = ContradictionRow & OfConversion & { readonly totalPayoutPaise: Paise };

// A reversal sets the amounts of the conversion to 0 and keeps the former ones.
const contradicted = (which: Sql): Sql => sql`
  select x.*, c.offer_id, c.offer_title, c.event_name as event, u.uid, u.name as user_name, c.approved_at,
    coalesce(r.reward_coins, c.reward_coins) as coins, coalesce(r.referral_coins, c.referral_coins) as referral_coins,
    coalesce(r.user_payout_paise + r.referral_payout_paise, c.total_payout_paise) as total_payout_paise
  from contradictions x join conversions c on c.created_at = x.conversion_created_at and c.id = x.conversion_id
  left join conversion_reversals r on r.conversion_id = x.conversion_id left join users u on u.id = c.user_id
  where ${which} order by x.first_at, x.id`;

/** Oldest first. */
export const listOpen = (q: Queryable, limit: number): Promise<ContradictedRow[]> =>
  q.query<ContradictedRow>(sql`${contradicted(sql`x.decision is null`)} limit ${limit}`);

export const findContradicted = (q: Queryable, id: number): Promise<ContradictedRow | null> =>
  q.findOne<ContradictedRow>(contradicted(sql`x.id = ${id}`));

export const sumOpen = (q: Queryable): Promise<{ total: number; totalCoins: Coins }> =>
  q.getOne(sql`
    select coalesce(sum(statements), 0)::bigint as total, coalesce(sum(c.reward_coins + c.referral_coins), 0)::bigint as total_coins
    from (select conversion_id, conversion_created_at, count(*) as statements from contradictions
          where decision is null group by conversion_id, conversion_created_at) x
    join conversions c on c.created_at = x.conversion_created_at and c.id = x.conversion_id`);

export const listNames = (
  q: Queryable,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly uid: string; readonly userName: string | null }[]> =>
  q.query(sql`select id, uid, name as user_name from users where id = any (${ids}::bigint[])`);

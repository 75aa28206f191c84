import type { OwedReversal } from '@muneem/contract/evidence';
import type { Coins } from '@muneem/contract/money';
import { sql, type Queryable, type RowOf } from '#platform/database/index.ts';

interface OutstandingRow extends RowOf<OwedReversal, 'status' | 'settledAt' | 'settledBy' | 'note' | 'claim'> {
  readonly claimId: string | null;
  readonly claimCoins: Coins | null;
}

/** Oldest first. */
export const listOutstanding = (q: Queryable, limit: number): Promise<OutstandingRow[]> =>
  q.query<OutstandingRow>(sql`
    select c.journal_id, c.kind, u.uid, u.name as user_name, c.coins, c.owed_since,
      c.conversion_id, r.click_id, coalesce(v.event_name, r.event_key) as event, o.title as offer_title,
      coalesce(w.balance, 0) as balance, k.id as claim_id, coalesce(k.credited_coins, k.coins) as claim_coins
    from reversed_credits c join conversion_reversals r using (conversion_id)
    left join conversions v on v.created_at = r.conversion_created_at and v.id = r.conversion_id
    join users u on u.id = c.user_id join offers o on o.id = r.offer_id left join wallets w on w.user_id = c.user_id
    left join offer_claims k on k.offer_id = r.offer_id and k.user_id = c.user_id and k.status = 'approved' and c.kind = 'reward'
    where c.status = 'owed' order by c.owed_since, c.journal_id limit ${limit}`);

export const sumOutstanding = (q: Queryable): Promise<{ total: number; totalCoins: Coins }> =>
  q.getOne(sql`
    select count(*) as total, coalesce(sum(coins), 0)::bigint as total_coins from reversed_credits where status = 'owed'`);

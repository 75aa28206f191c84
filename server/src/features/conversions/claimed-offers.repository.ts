import type { Coins } from '@muneem/contract/money';
import { sql, type Tx } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';

/**
 * Sums what the user's clicks of an offer earned, minus reversals. A written-off reversal counts as earned. Exact while
 * the caller holds the user's wallet lock, because every credit takes it first.
 */
export const sumEarned = (tx: Tx, offerId: string, userId: number): Promise<Coins> =>
  tx.getValue(sql`
    select (select coalesce(sum(c.reward_coins), 0)::bigint from conversions c
        where c.user_id = ${userId} and c.offer_id = ${offerId} and c.status = 'approved')
      + (select coalesce(sum(r.coins), 0)::bigint
        from conversions c join reversed_credits r on r.conversion_id = c.id
        where c.user_id = ${userId} and c.offer_id = ${offerId} and r.kind = 'reward' and r.status = 'written_off') as earned`);

/** The claim that paid an offer to a user, and the coins it credited. */
export interface PaidClaim {
  readonly id: string;
  readonly coins: Coins;
}

/**
 * Locks the claims of the clicks' offers and users, and returns the approved ones by click id.
 * Call before any other lock, and once for all clicks: that gives one lock order.
 */
export async function lockClaimsOfClicks(tx: Tx, clickIds: readonly string[]): Promise<Map<string, PaidClaim>> {
  const known = [...new Set(clickIds)].filter((id) => timeOfUlid(id) !== null);
  if (known.length === 0) return new Map();
  const rows = await tx.query<PaidClaim & { clickId: string; isApproved: boolean }>(sql`
    select c.id as click_id, k.id, coalesce(k.credited_coins, k.coins) as coins, k.status = 'approved' as is_approved
    from unnest(${known}::text[], ${known.map((id) => timeOfUlid(id))}::timestamptz[]) as s (id, created_at)
    join clicks c on c.id = s.id and c.created_at = s.created_at
    join offer_claims k on k.offer_id = c.offer_id and k.user_id = c.user_id
    where k.status <> 'rejected' order by k.id for share of k`);
  return new Map(rows.filter((row) => row.isApproved).map((row) => [row.clickId, { id: row.id, coins: row.coins }]));
}

/** Counts the user's events of an offer that were reversed. Exact while the caller holds the lock of the claim. */
export const countReversals = (tx: Tx, offerId: string, userId: number): Promise<number> =>
  tx.getValue(sql`
    select count(*) as reversals from conversions c join conversion_reversals r on r.conversion_id = c.id
    where c.user_id = ${userId} and c.offer_id = ${offerId}`);

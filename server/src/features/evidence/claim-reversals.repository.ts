import type { Coins } from '@muneem/contract/money';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface ClaimReversalRow {
  readonly conversionId: string;
  readonly clickId: string;
  readonly event: string;
  readonly offerId: string;
  readonly offerTitle: string;
  readonly uid: string;
  readonly userName: string | null;
  readonly reversedAt: Date;
  readonly claimId: string;
  readonly coins: Coins;
  readonly claimApprovedAt: Date;
  readonly claimApprovedBy: string;
}

/** Lists undecided reversals, oldest first. */
export const listOpen = (q: Queryable, limit: number): Promise<ClaimReversalRow[]> =>
  q.query<ClaimReversalRow>(sql`
    select n.conversion_id, r.click_id, coalesce(v.event_name, r.event_key) as event,
      r.offer_id, o.title as offer_title, u.uid, u.name as user_name, r.reversed_at, k.id as claim_id,
      coalesce(k.credited_coins, k.coins) as coins, k.verified_at as claim_approved_at, k.verified_by as claim_approved_by
    from claim_reversals n join conversion_reversals r using (conversion_id) join offer_claims k on k.id = n.claim_id
    left join conversions v on v.created_at = r.conversion_created_at and v.id = r.conversion_id
    join users u on u.id = k.user_id join offers o on o.id = r.offer_id
    where n.settled_at is null order by n.noted_at, n.conversion_id limit ${limit}`);

/** @returns the claim, or undefined if it does not exist or was already decided */
export async function settle(
  tx: Tx,
  conversionId: string,
  { at, by, note }: { at: Date; by: string; note: string },
): Promise<{ claimId: string } | undefined> {
  const [row] = await tx.query<{ claimId: string }>(sql`
    update claim_reversals set settled_at = ${at}, settled_by = ${by}, note = ${note}
    where conversion_id = ${conversionId} and settled_at is null returning claim_id`);
  return row;
}

export async function isListed(q: Queryable, conversionId: string): Promise<boolean> {
  return (await q.query(sql`select 1 from claim_reversals where conversion_id = ${conversionId}`)).length > 0;
}

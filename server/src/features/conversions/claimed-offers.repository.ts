import { coins, type Coins } from '@muneem/contract/money';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { Draft } from './draft.ts';

/**
 * Has the transaction done again when an approved claim has paid what one of these events earns. It comes after the
 * credits, whose wallets are locked then: see `sumEarned`.
 */
export function refuseClaimedOffersLater(tx: Tx, drafts: readonly Draft[]): void {
  const earning = new Map<string, { offerId: string; userId: number }>();
  for (const { offer, click, reward } of drafts) {
    if (reward.userCoins > 0 && click.user_id !== null)
      earning.set(`${click.user_id} ${offer.id}`, { offerId: offer.id, userId: click.user_id });
  }
  if (earning.size === 0) return;
  const pairs = [...earning.values()];
  tx.later('conversions-claimed-offers', 'select refuse_claimed_offers($1::text[], $2::bigint[])', [
    pairs.map(({ offerId }) => offerId),
    pairs.map(({ userId }) => userId),
  ]);
}

/**
 * What the user's clicks of an offer have earned and not lost again; a debt that was let go stays earned, one that is open is
 * taken by whoever approves a claim (`lockDebts`). Exact while the
 * caller has the user's wallet locked: whoever earns takes that lock before it writes.
 */
export async function sumEarned(tx: Tx, offerId: string, userId: number): Promise<Coins> {
  const [row] = await tx.query<{ earned: number }>(sql`
    select (select coalesce(sum(c.reward_coins), 0)::bigint from conversions c
        where c.user_id = ${userId} and c.offer_id = ${offerId} and c.status = 'approved')
      + (select coalesce(sum(r.coins), 0)::bigint
        from conversions c join reversed_credits r on r.conversion_id = c.id
        where c.user_id = ${userId} and c.offer_id = ${offerId} and r.kind = 'reward' and r.status = 'written_off') as earned`);
  return coins(row?.earned ?? 0);
}

/** The claim that paid an offer to a user, and what its approval credited. */
export interface PaidClaim {
  readonly id: string;
  readonly coins: number;
}

/**
 * The approved claims of the offers and users of clicks, by the click's id. One that waits is locked too: its approval comes
 * before this, or after the caller's commit. Asked before any other row is locked: whoever approves locks the claim first.
 * Whoever takes several events back asks for all of them at once, so that their claims are locked in the order of their ids.
 */
export async function lockClaimsOfClicks(tx: Tx, clickIds: readonly string[]): Promise<Map<string, PaidClaim>> {
  const known = [...new Set(clickIds)].filter((id) => timeOfUlid(id) !== null);
  if (known.length === 0) return new Map();
  const rows = await tx.query<PaidClaim & { clickId: string; isApproved: boolean }>(sql`
    select c.id as "clickId", k.id, coalesce(k.credited_coins, k.coins) as coins, k.status = 'approved' as "isApproved"
    from unnest(${known}::text[], ${known.map((id) => timeOfUlid(id))}::timestamptz[]) as s (id, created_at)
    join clicks c on c.id = s.id and c.created_at = s.created_at
    join offer_claims k on k.offer_id = c.offer_id and k.user_id = c.user_id
    where k.status <> 'rejected' order by k.id for share of k`);
  return new Map(rows.filter((row) => row.isApproved).map((row) => [row.clickId, { id: row.id, coins: row.coins }]));
}

/** An event of an offer that an approved claim has paid was taken back: for a person. */
export async function noteClaimReversal(tx: Tx, conversionId: string, claimId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into claim_reversals (conversion_id, claim_id, noted_at) values (${conversionId}, ${claimId}, ${at})`);
}

/** What was taken back before the claim was approved, by a caller that has the claim locked. @returns how many events */
export const noteReversalsBefore = (
  tx: Tx,
  { id, offerId, userId }: { readonly id: string; readonly offerId: string; readonly userId: number },
  at: Date,
): Promise<number> =>
  tx.execute(sql`
    insert into claim_reversals (conversion_id, claim_id, noted_at)
    select r.conversion_id, ${id}, ${at}::timestamptz
    from conversions c join conversion_reversals r on r.conversion_id = c.id
    where c.user_id = ${userId} and c.offer_id = ${offerId}`);

/** What nobody has dealt with: how many events, and the coins of their claims, of each claim once. */
export async function sumClaimReversals(q: Queryable): Promise<{ total: number; totalCoins: number }> {
  const [row] = await q.query<{ total: number; totalCoins: number }>(sql`
    select coalesce(sum(n.events), 0)::bigint as total, coalesce(sum(coalesce(k.credited_coins, k.coins)), 0)::bigint as "totalCoins"
    from (select claim_id, count(*) as events from claim_reversals where settled_at is null group by claim_id) n
    join offer_claims k on k.id = n.claim_id`);
  return row ?? { total: 0, totalCoins: 0 };
}

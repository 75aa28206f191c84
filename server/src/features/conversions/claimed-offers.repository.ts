import { coins, type Coins } from '@muneem/contract/money';
import { sql, type Tx } from '#platform/database/index.ts';
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
 * What the user's clicks of an offer have earned and not lost again; a debt that was let go stays earned. Exact while the
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

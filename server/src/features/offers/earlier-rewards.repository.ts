import type { RewardLimit } from '@muneem/contract/offers';
import { startOfKolkataDay } from '#platform/clock/index.ts';
import { sql, type Tx } from '#platform/database/index.ts';

/**
 * Claims the rewards that users earned before the offer got this limit or another event, the first one per event and user:
 * all of them for `once`, those of today for `daily`. A manual payment claims every event.
 */
export async function claimEarlierRewards(tx: Tx, offerId: string, limit: RewardLimit, today: string): Promise<void> {
  if (limit === 'each_click') return;
  const since = limit === 'daily' ? sql`and c.created_at >= ${startOfKolkataDay(today)}` : sql``;
  await tx.execute(sql`
    insert into user_rewards (event_id, user_id, period, click_id)
    select distinct on (e.id, c.user_id) e.id, c.user_id, ${limit === 'once' ? '-infinity' : today}::date, c.click_id
    from conversions c join offer_events e on e.offer_id = c.offer_id and (e.id = c.event_id or c.source = 'manual')
    where c.offer_id = ${offerId} and c.status = 'approved' and c.reward_coins > 0 and c.user_id is not null ${since}
    order by e.id, c.user_id, c.created_at
    on conflict do nothing`);
}

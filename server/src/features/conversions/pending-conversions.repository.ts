import type { ConversionSource } from '@muneem/contract/conversion-reports';
import { sql, type Tx } from '#platform/database/index.ts';
import type { Place } from '#platform/geo/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { NewConversion } from './conversions.repository.ts';

/** A pending conversion; its place is the one that was found when it came. */
export interface PendingConversion extends Place {
  readonly id: string;
  readonly createdAt: Date;
  readonly eventKey: string;
  readonly source: ConversionSource;
}

/** Reads which of these conversions are pending. Exact while their clicks are locked. */
export async function listPending(tx: Tx, ids: readonly string[]): Promise<Map<string, PendingConversion>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<PendingConversion & Record<string, unknown>>(sql`
    select c.id, c.created_at as "createdAt", c.event_key as "eventKey", c.source, c.city, c.state, c.country
    from unnest(${ids}::text[], ${ids.map((id) => timeOfUlid(id.slice(4)))}::timestamptz[]) as k (id, created_at)
    join conversions c on c.created_at = k.created_at and c.id = k.id
    where c.status = 'pending'`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Settles pending conversions and their keys. The clicks are locked by the caller. */
export async function settlePending(tx: Tx, rows: readonly NewConversion[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(pick: (row: NewConversion) => Value): Value[] => rows.map(pick);
  await tx.execute(sql`
    with settled as (
      update conversions c set event_id = s.event_id, status = s.status, reason = s.reason, user_payout_paise = s.user_payout,
        referral_payout_paise = s.referral_payout, reward_coins = s.coins, referral_coins = s.referral_coins,
        referrer_user_id = s.referrer, approved_at = s.approved_at, click_ip = s.click_ip
      from unnest(${column((row) => row.id)}::text[], ${column((row) => row.createdAt)}::timestamptz[],
        ${column((row) => row.eventId)}::bigint[],
        ${column((row) => row.status)}::text[], ${column((row) => row.reason)}::text[],
        ${column((row) => row.userPayoutPaise)}::bigint[], ${column((row) => row.referralPayoutPaise)}::bigint[],
        ${column((row) => row.rewardCoins)}::bigint[], ${column((row) => row.referralCoins)}::bigint[],
        ${column((row) => (row.referralCoins > 0 ? row.click.referrer_id : null))}::bigint[],
        ${column((row) => row.approvedAt)}::timestamptz[], ${column((row) => row.click.click_ip)}::inet[])
        as s (id, created_at, event_id, status, reason, user_payout, referral_payout, coins, referral_coins, referrer, approved_at, click_ip)
      where c.created_at = s.created_at and c.id = s.id
      returning c.click_id, c.event_key, c.status
    )
    update conversion_keys k set approved = settled.status = 'approved', awaits_approval = false from settled
    where k.click_id = settled.click_id and k.event_key = settled.event_key`);
}

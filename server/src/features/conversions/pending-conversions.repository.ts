import type { Paise } from '@muneem/contract/money';
import type { ConversionSource } from '@muneem/contract/conversion-reports';
import { columnsOf, sql, type Tx } from '#platform/database/index.ts';
import type { Place } from '#platform/geo/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { NewConversion } from './conversions.repository.ts';

/** A pending conversion with the place that was found when it arrived. */
export interface PendingConversion extends Place {
  readonly id: string;
  readonly createdAt: Date;
  readonly source: ConversionSource;
  readonly revenuePaise: Paise | null;
}

/** Returns which of these conversions are pending. Exact while their clicks are locked. */
export async function listPending(tx: Tx, ids: readonly string[]): Promise<Map<string, PendingConversion>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<PendingConversion>(sql`
    select c.id, c.created_at, c.source, c.city, c.state, c.country, c.revenue_paise
    from unnest(${ids}::text[], ${ids.map((id) => timeOfUlid(id.slice(4)))}::timestamptz[]) as k (id, created_at)
    join conversions c on c.created_at = k.created_at and c.id = k.id
    where c.status = 'pending'`);
  return new Map(rows.map((row) => [row.id, row]));
}

const SETTLED = columnsOf<'conversions', NewConversion>('conversions', {
  id: (row) => row.id,
  createdAt: (row) => row.createdAt,
  status: (row) => row.status,
  reason: (row) => row.reason,
  userPayoutPaise: (row) => row.userPayoutPaise,
  referralPayoutPaise: (row) => row.referralPayoutPaise,
  rewardCoins: (row) => row.rewardCoins,
  referralCoins: (row) => row.referralCoins,
  referrerUserId: (row) => row.referrerUserId,
  approvedAt: (row) => row.approvedAt,
  clickIp: (row) => row.clickIp,
  expectedRevenuePaise: (row) => row.expectedRevenuePaise,
  reportedAmount: (row) => row.reportedAmount,
  reportedCurrency: (row) => row.reportedCurrency,
  reportedRateMicros: (row) => row.reportedRateMicros,
  reportedRevenuePaise: (row) => row.reportedRevenuePaise,
  revenuePaise: (row) => row.revenuePaise,
});

/** Settles pending conversions and their keys. The caller holds the clicks' locks. */
export async function settlePending(tx: Tx, rows: readonly NewConversion[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    with settled as (
      update conversions c set status = s.status, reason = s.reason, user_payout_paise = s.user_payout_paise,
        referral_payout_paise = s.referral_payout_paise, reward_coins = s.reward_coins, referral_coins = s.referral_coins,
        referrer_user_id = s.referrer_user_id, approved_at = s.approved_at, click_ip = s.click_ip,
        expected_revenue_paise = s.expected_revenue_paise, reported_amount = s.reported_amount, reported_currency = s.reported_currency,
        reported_rate_micros = s.reported_rate_micros, reported_revenue_paise = s.reported_revenue_paise, revenue_paise = s.revenue_paise
      from ${SETTLED.unnest(rows, 's')}
      where c.created_at = s.created_at and c.id = s.id
      returning c.click_id, c.event_id, c.status
    )
    update conversion_keys k set approved = settled.status = 'approved', awaits_approval = false from settled
    where k.click_id = settled.click_id and k.event_id = settled.event_id`);
}

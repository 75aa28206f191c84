import { sql, type Queryable } from '#platform/database/index.ts';

interface OtherConversionRow {
  readonly id: string;
  readonly clickId: string;
  readonly createdAt: Date;
  readonly source: string;
  readonly status: string;
  readonly offerId: string;
}

/** Lists the conversions of a period that were not reported by a postback. */
export const listOtherConversions = (q: Queryable, from: Date, until: Date): Promise<OtherConversionRow[]> =>
  q.query(sql`
    select id, click_id, created_at, source, status, offer_id from conversions
    where source <> 'postback' and created_at >= ${from} and created_at < ${until} limit 1000`);

interface PaidRewardRow {
  readonly clickId: string;
  readonly withdrawalId: string;
  readonly provider: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** True if the withdrawal may pay coins of several clicks. */
  readonly isUnknownShare: boolean;
}

/** Limit of clicks whose trace names a withdrawal: the newest before it. */
const CLICKS_NAMED = 20;

/** Lists the withdrawals that were paid in a period, each with the newest rewarded clicks of its user before it. */
export const listPaidRewards = (q: Queryable, from: Date, until: Date): Promise<PaidRewardRow[]> =>
  q.query(sql`
    select c.click_id, w.id as withdrawal_id, a.provider, a.sending_at as started_at, l.at as ended_at,
      count(*) over (partition by w.id) > 1 as is_unknown_share
    from audit_log l join withdrawals w on w.id = l.entity_id join payout_attempts a on a.id = w.last_attempt_id
    cross join lateral (
      select click_id from conversions where user_id = w.user_id and created_at < w.created_at and reward_coins > 0
      order by created_at desc limit ${CLICKS_NAMED}
    ) c
    where l.action = 'withdrawals.complete' and l.at >= ${from} and l.at < ${until} limit 10000`);

import type { Coins } from '@muneem/contract/money';
import type { EvidenceEntry, OwedReversal } from '@muneem/contract/evidence';
import { raw, sql, type Queryable, type Row, type RowOf } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import { creditKey } from '#features/conversions/index.ts';
import { DELIVERY_END } from '#features/custom-postbacks/index.ts';

type StoredClick = Pick<
  Row<'clicks'>,
  'id' | 'createdAt' | 'status' | 'offerId' | 'userId' | 'upi' | 'userAgent' | 'followedAt'
>;

export interface ClickRow extends StoredClick {
  readonly offerTitle: string;
  readonly uid: string | null;
  readonly userName: string | null;
  readonly subParams: Record<string, string>;
  readonly params: Record<string, string> | null;
  readonly ip: string | null;
  /** Start of the oldest month of the postback log. */
  readonly logSince: Date | null;
}

export async function findClick(q: Queryable, id: string): Promise<ClickRow | null> {
  const createdAt = timeOfUlid(id);
  if (createdAt === null) return null;
  return q.findOne<ClickRow>(sql`
    select c.id, c.created_at, c.status, c.offer_id, o.title as offer_title, c.user_id,
      u.uid, u.name as user_name, c.params, c.upi, host(c.click_ip) as ip, c.user_agent,
      c.followed_at,
      jsonb_strip_nulls(jsonb_build_object('p1', c.p1, 'p2', c.p2, 'p3', c.p3, 'p4', c.p4, 'p5', c.p5, 'p6', c.p6)) as sub_params,
      (select min(to_date(right(m.relname, 7), 'YYYY"m"MM'))::timestamp at time zone 'UTC' from pg_inherits i join pg_class m on m.oid = i.inhrelid
       where i.inhparent = 'postback_log'::regclass and m.relname ~ '_y\\d{4}m\\d{2}$') as log_since
    from clicks c join offers o on o.id = c.offer_id left join users u on u.id = c.user_id
    where c.id = ${id} and c.created_at = ${createdAt}`);
}

type StoredConversion = Pick<
  Row<'conversions'>,
  'id' | 'createdAt' | 'eventId' | 'source' | 'status' | 'reason' | 'referralCoins' | 'totalPayoutPaise' | 'approvedAt'
>;

export interface ConversionRow extends StoredConversion {
  readonly event: string;
  readonly coins: Coins;
  readonly paidBy: string | null;
}

export const listConversions = (q: Queryable, ids: readonly string[], limit: number): Promise<ConversionRow[]> =>
  q.query<ConversionRow>(sql`
    select c.id, c.created_at, c.event_name as event, c.event_id, c.source, c.status, c.reason,
      c.reward_coins as coins, c.referral_coins, c.total_payout_paise, c.approved_at, m.paid_by
    from conversions c left join manual_payments m on m.conversion_id = c.id
    where c.id = any (${ids}::text[]) and c.created_at = any (${ids.map((id) => timeOfUlid(id.slice(4)))}::timestamptz[])
    order by c.created_at, c.id limit ${limit}`);

export interface ClaimRow {
  readonly id: string;
  readonly approvedAt: Date;
  readonly coins: Coins;
  readonly promisedCoins: Coins;
  readonly by: string;
}

/** Finds the claim that paid the offer to a user. */
export const listApprovedClaims = (
  q: Queryable,
  { offerId, userId }: Pick<ClickRow, 'offerId' | 'userId'>,
): Promise<ClaimRow[]> =>
  q.query<ClaimRow>(sql`
    select id, verified_at as approved_at, coalesce(credited_coins, coins) as coins, coins as promised_coins, verified_by as by
    from offer_claims where offer_id = ${offerId} and user_id = ${userId} and status = 'approved'`);

type Reversal = Extract<EvidenceEntry, { kind: 'reversal' }>;

export interface ReversalRow extends RowOf<Reversal, 'kind' | 'at' | 'event' | 'credits' | 'claim'> {
  readonly eventKey: string;
  readonly reversedAt: Date;
}

export const listReversals = (q: Queryable, clickId: string): Promise<ReversalRow[]> =>
  q.query<ReversalRow>(sql`
    select conversion_id, event_key, reversed_at, reason, status_before, reward_coins as coins, referral_coins
    from conversion_reversals where click_id = ${clickId} order by reversed_at, conversion_id`);

export type CreditRow = RowOf<OwedReversal, 'clickId' | 'event' | 'offerTitle' | 'balance' | 'claim'>;

export const listCredits = (q: Queryable, conversionIds: readonly string[]): Promise<CreditRow[]> =>
  q.query<CreditRow>(sql`
    select c.journal_id, c.conversion_id, c.kind, u.uid, u.name as user_name, c.coins, c.status,
      c.owed_since, c.settled_at, c.settled_by, c.note
    from reversed_credits c join users u on u.id = c.user_id
    where c.conversion_id = any (${conversionIds}::text[]) order by c.journal_id`);

type StoredPosting = Pick<Row<'postings'>, 'journalId' | 'account' | 'amount' | 'balanceAfter'>;
type StoredJournal = Pick<Row<'journals'>, 'kind' | 'reason' | 'actorName' | 'createdAt'>;
export type PostingRow = StoredPosting & StoredJournal & { readonly uid: string | null };

/** Lists postings of the journals that a click's events caused, by their unique keys. */
export const listPostings = (q: Queryable, clickId: string, eventIds: readonly number[]): Promise<PostingRow[]> => {
  const keys = eventIds.map((id) => creditKey(clickId, id));
  return q.query<PostingRow>(sql`
    select j.id as journal_id, j.kind, j.reason, j.actor_name, j.created_at, p.account, u.uid,
      p.amount, p.balance_after
    from (
      select scope, key from unnest(array['reward', 'referral']) scope cross join unnest(${keys}::text[]) key
      union all
      select 'reversal', kind || ':' || key from unnest(array['reward', 'referral']) kind cross join unnest(${keys}::text[]) key
    ) cause
    join journals j on j.scope = cause.scope and j.key = cause.key
    join postings p on p.journal_id = j.id
    left join users u on u.id = p.user_id
    order by j.id, p.line`);
};

type StoredDelivery = Pick<Row<'postback_deliveries'>, 'id' | 'conversionId' | 'status' | 'createdAt' | 'finishedAt'>;

export interface DeliveryRow extends StoredDelivery {
  readonly postbackId: string;
  readonly companyName: string;
}

export const listDeliveries = (q: Queryable, conversionIds: readonly string[], limit: number): Promise<DeliveryRow[]> =>
  q.query<DeliveryRow>(sql`
    select d.id, d.conversion_id, d.custom_postback_id as postback_id, p.company_name,
      d.created_at, ${raw(DELIVERY_END)}
    from custom_postbacks p join postback_deliveries d on d.custom_postback_id = p.id
    where p.offer_id in (select offer_id from conversions where id = any (${conversionIds}::text[])
        and created_at = any (${conversionIds.map((id) => timeOfUlid(id.slice(4)))}::timestamptz[]))
      and d.conversion_id = any (${conversionIds}::text[])
    order by d.created_at, d.id limit ${limit}`);

type StoredAttempt = Pick<
  Row<'postback_attempts'>,
  'deliveryId' | 'number' | 'startedAt' | 'url' | 'success' | 'error'
>;

export interface AttemptRow extends StoredAttempt {
  readonly statusCode: number | null;
  readonly responseTime: number;
}

export const listAttempts = (q: Queryable, deliveryIds: readonly number[], limit: number): Promise<AttemptRow[]> =>
  q.query<AttemptRow>(sql`
    select delivery_id, number, started_at, url, success, status as status_code,
      ms as response_time, coalesce(detail, error) as error
    from postback_attempts where delivery_id = any (${deliveryIds}::bigint[]) order by delivery_id, number limit ${limit}`);

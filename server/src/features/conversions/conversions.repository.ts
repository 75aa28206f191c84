import type { Paise } from '@muneem/contract/money';
import type { ConversionSource } from '@muneem/contract/conversion-reports';
import {
  CACHE_VERSIONS,
  columnsOf,
  readCacheVersions,
  rowColumns,
  sql,
  type CacheVersions,
  type Queryable,
  type Row,
  type TextRow,
  type Tx,
} from '#platform/database/index.ts';
import type { Location } from '#platform/geo/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { ClickRef } from '#features/clicks/index.ts';
import type { RewardRules } from './reward-and-revenue.ts';

/* The statements of record-conversions: set-based, prepared once per connection, one array per column. */

/**
 * Uses generic index plans for the rest of the transaction, because planning each batch costs more than running it.
 * Refuses the batch if COINS_PER_RUPEE has changed. Reads the versions of the caches that will judge the batch.
 */
const PREPARE_BATCH = `
select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  refuse_other_coins_per_rupee($1), ${CACHE_VERSIONS}`;

type StoredClick = Pick<
  Row<'clicks'>,
  'id' | 'createdAt' | 'offerId' | 'status' | 'clickIp' | 'p1' | 'p2' | 'p3' | 'p4' | 'p5' | 'p6'
>;

export interface ClickRow extends StoredClick {
  /** Null for an anonymous click or a deleted user. */
  userId: number | null;
  referrerId: number | null;
  /** Paid manually: its later events earn nothing. */
  isPaid: boolean;
  /** An approved claim paid the offer to the user: their clicks of it earn nothing more. */
  isClaimed: boolean;
}

/*
 * One lower time bound for the batch selects the partitions once. With an upper bound too, the planner would expect few
 * rows and scan the whole range.
 */
const LOCK_CLICKS = `
select c.id, c.offer_id, c.status, u.id as user_id, r.id as referrer_id, host(c.click_ip) as click_ip, c.paid_at,
  (select true from offer_claims k where k.offer_id = c.offer_id and k.user_id = c.user_id and k.status = 'approved'),
  c.p1, c.p2, c.p3, c.p4, c.p5, c.p6
from clicks c
left join users u on u.id = c.user_id and u.deleted_at is null
left join users r on $3 and r.referral_code = u.used_referral_code and r.id <> u.id and r.deleted_at is null
where c.id = any ($1::text[]) and c.created_at >= $2::timestamptz
order by c.id
for no key update of c`;

export function earliestOf(refs: readonly ClickRef[]): Date {
  let earliest = Infinity;
  for (const { createdAt } of refs) earliest = Math.min(earliest, createdAt.getTime());
  return new Date(earliest);
}

export type KeyRow = Row<'conversion_keys'>;

const LIST_KEYS =
  'select click_id, event_id, conversion_id, approved, awaits_approval from conversion_keys where click_id = any ($1::text[])';

/** Lists the ids of a click's conversions, in any order. Unlike conversions, their keys have no months to search. */
export async function listConversionIds(q: Queryable, clickId: string): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    sql`select conversion_id as id from conversion_keys where click_id = ${clickId}`,
  );
  return rows.map(({ id }) => id);
}

/** Prepared: to plan it for every month takes longer than to run it. */
export async function listConversionIdsOfUser(q: Queryable, userId: number, atMost: number): Promise<string[]> {
  const rows = await q.prepared<{ id: string }>(
    'conversions-of-user',
    `select id from conversions where user_id = $1 limit ${atMost}`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** The number of approved conversions of an event on a day in Asia/Kolkata. */
export type DayCount = Row<'event_day_counts'>;

export const SELECT_COUNTS = `
select c.event_id, c.day, c.approved from event_day_counts c
where c.event_id = any ($1::bigint[]) and c.day = any ($2::date[])`;

/** Rows read before a batch: its clicks, their conversions so far, and the counters it may need. */
interface BatchRows {
  readonly versions: CacheVersions;
  readonly clicks: readonly ClickRow[];
  readonly keys: readonly KeyRow[];
  readonly counts: readonly DayCount[];
}

/**
 * Prepares the transaction and locks the clicks in id order until its end. The keys are read afterwards, so they are exact.
 * The counters are a recent read; counters without a row are missing.
 */
export async function openBatch(
  tx: Tx,
  refs: readonly ClickRef[],
  { coinsPerRupee, referralShare }: RewardRules,
  counters: { readonly eventIds: readonly number[]; readonly days: readonly string[] },
): Promise<BatchRows> {
  const ids = refs.map(({ id }) => id);
  const prepare = { name: 'conversions-prepare', text: PREPARE_BATCH, values: [coinsPerRupee] };
  const statements = [
    {
      name: 'conversions-lock-clicks',
      text: LOCK_CLICKS,
      values: [ids, earliestOf(refs), referralShare > 0],
    },
    { name: 'conversions-keys', text: LIST_KEYS, values: [ids] },
    { name: 'conversions-counts', text: SELECT_COUNTS, values: [counters.eventIds, counters.days] },
  ];
  const [[prepared] = [], clickRows = [], keyRows = [], countRows = []] = await tx.together(
    refs.length === 0 ? [prepare] : [prepare, ...statements],
  );
  const times = new Map(refs.map(({ id, createdAt }) => [id, createdAt]));
  return {
    versions: readCacheVersions(prepared?.at(-1) ?? '{}'),
    clicks: clickRows.map((row) => toClick(row, times)),
    keys: keyRows.map(toKey),
    counts: countRows.map(([eventId, day, approved]) => ({
      eventId: Number(eventId),
      day: day as string,
      approved: Number(approved),
    })),
  };
}

const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

function toClick(
  [id, offerId, status, userId, referrerId, clickIp, paidAt, isClaimed, p1, p2, p3, p4, p5, p6]: TextRow,
  times: ReadonlyMap<string, Date>,
): ClickRow {
  return {
    id: id as string,
    createdAt: times.get(id as string) as Date,
    offerId: offerId as string,
    status: status as ClickRow['status'],
    userId: numberOrNull(userId),
    referrerId: numberOrNull(referrerId),
    clickIp: clickIp as string | null,
    isPaid: paidAt !== null,
    isClaimed: isClaimed !== null,
    p1: p1 as string | null,
    p2: p2 as string | null,
    p3: p3 as string | null,
    p4: p4 as string | null,
    p5: p5 as string | null,
    p6: p6 as string | null,
  };
}

const toKey = ([clickId, eventId, conversionId, approved, awaitsApproval]: TextRow): KeyRow => ({
  clickId: clickId as string,
  eventId: Number(eventId),
  conversionId: conversionId as string,
  approved: approved === 't',
  awaitsApproval: awaitsApproval === 't',
});

export interface NewConversion extends Omit<Row<'conversions'>, 'totalPayoutPaise'> {
  readonly awaitsApproval: boolean;
}

const NEW_KEY = columnsOf<'conversion_keys', NewConversion>('conversion_keys', {
  clickId: (row) => row.clickId,
  eventId: (row) => row.eventId,
  conversionId: (row) => row.id,
  approved: (row) => row.status === 'approved',
  awaitsApproval: (row) => row.awaitsApproval,
});
const NEW_CONVERSION = rowColumns('conversions', ['totalPayoutPaise']);

/** Inserts conversions and their keys. An existing key aborts the transaction. */
export function insertConversions(tx: Tx, rows: readonly NewConversion[]): void {
  tx.insertLater(NEW_KEY, rows);
  tx.insertLater(NEW_CONVERSION, rows);
}

/** A pending conversion with the location that was found when it arrived. */
export interface PendingConversion extends Location {
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

/** Decides pending conversions and their keys. The caller holds the clicks' locks. */
export async function updatePending(tx: Tx, rows: readonly NewConversion[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    with decided as (
      update conversions c set status = s.status, reason = s.reason, user_payout_paise = s.user_payout_paise,
        referral_payout_paise = s.referral_payout_paise, reward_coins = s.reward_coins, referral_coins = s.referral_coins,
        referrer_user_id = s.referrer_user_id, approved_at = s.approved_at, click_ip = s.click_ip,
        expected_revenue_paise = s.expected_revenue_paise, reported_amount = s.reported_amount, reported_currency = s.reported_currency,
        reported_rate_micros = s.reported_rate_micros, reported_revenue_paise = s.reported_revenue_paise, revenue_paise = s.revenue_paise
      from ${NEW_CONVERSION.unnest(rows, 's')}
      where c.created_at = s.created_at and c.id = s.id
      returning c.click_id, c.event_id, c.status
    )
    update conversion_keys k set approved = decided.status = 'approved', awaits_approval = false from decided
    where k.click_id = decided.click_id and k.event_id = decided.event_id`);
}

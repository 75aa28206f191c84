import type { Coins, Paise } from '@muneem/contract/money';
import { columnsOf, type Row, type TextRow, type Tx } from '#platform/database/index.ts';
import type { Place } from '#platform/geo/index.ts';
import { SELECT_COUNTS, type DayCount } from './limits.repository.ts';

/* The statements of record-conversions: set-based, prepared once per connection, one array per column. */

/**
 * Uses generic index plans for the rest of the transaction: planning each batch costs more than running it.
 * Refuses the batch if COINS_PER_RUPEE has changed.
 */
export const useFixedPlans = (tx: Tx, coinsPerRupee: number): void =>
  tx.later(
    'fixed-plans',
    `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
      refuse_other_coins_per_rupee($1)`,
    [coinsPerRupee],
  );

export interface ClickRow {
  id: string;
  created_at: Date;
  offer_id: string;
  status: string;
  /** Null for an anonymous click or a deleted user. */
  user_id: number | null;
  referrer_id: number | null;
  click_ip: string | null;
  /** Paid manually: its later events earn nothing. */
  is_paid: boolean;
  /** An approved claim paid the offer to the user: their clicks of it earn nothing more. */
  is_claimed: boolean;
  p1: string | null;
  p2: string | null;
  p3: string | null;
  p4: string | null;
  p5: string | null;
  p6: string | null;
}

/*
 * One lower bound for the batch selects the partitions once. No upper bound: with an unknown range the planner
 * expects few rows and scans them all.
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

/** A click's id and the time it contains, which selects the partition. */
export interface ClickRef {
  readonly id: string;
  readonly createdAt: Date;
}

export function earliestOf(places: readonly ClickRef[]): Date {
  let earliest = Infinity;
  for (const { createdAt } of places) earliest = Math.min(earliest, createdAt.getTime());
  return new Date(earliest);
}

export type KeyRow = Row<'conversion_keys'>;

const LIST_KEYS =
  'select click_id, event_id, conversion_id, approved, awaits_approval from conversion_keys where click_id = any ($1::text[])';

/** Rows read before a batch: its clicks, their conversions so far, and the counters it may need. */
export interface BatchRows {
  readonly clicks: readonly ClickRow[];
  readonly keys: readonly KeyRow[];
  readonly counts: readonly DayCount[];
}

/**
 * Locks the clicks in id order until the transaction ends. The keys are read afterwards, so they are exact.
 * The counters are a recent read; counters without a row are missing.
 */
export async function lockClicks(
  tx: Tx,
  places: readonly ClickRef[],
  withReferrers: boolean,
  counters: { readonly eventIds: readonly number[]; readonly days: readonly string[] },
): Promise<BatchRows> {
  const ids = places.map(({ id }) => id);
  const statements = [
    {
      name: 'conversions-lock-clicks',
      text: LOCK_CLICKS,
      values: [ids, earliestOf(places), withReferrers],
    },
    { name: 'conversions-keys', text: LIST_KEYS, values: [ids] },
    { name: 'conversions-counts', text: SELECT_COUNTS, values: [counters.eventIds, counters.days] },
  ];
  const [clickRows = [], keyRows = [], countRows = []] = await tx.together(statements);
  const times = new Map(places.map(({ id, createdAt }) => [id, createdAt]));
  return {
    clicks: clickRows.map((row) => toClick(row, times)),
    keys: keyRows.map(toKey),
    counts: countRows.map(([eventId, day, approved]) => ({
      event_id: Number(eventId),
      day: day as string,
      approved: Number(approved),
    })),
  };
}

const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** Maps the columns of LOCK_CLICKS. */
function toClick(
  [id, offer_id, status, user_id, referrer_id, click_ip, paid_at, is_claimed, p1, p2, p3, p4, p5, p6]: TextRow,
  times: ReadonlyMap<string, Date>,
): ClickRow {
  return {
    id: id as string,
    created_at: times.get(id as string) as Date,
    offer_id: offer_id as string,
    status: status as string,
    user_id: numberOrNull(user_id),
    referrer_id: numberOrNull(referrer_id),
    click_ip: click_ip as string | null,
    is_paid: paid_at !== null,
    is_claimed: is_claimed !== null,
    p1: p1 as string | null,
    p2: p2 as string | null,
    p3: p3 as string | null,
    p4: p4 as string | null,
    p5: p5 as string | null,
    p6: p6 as string | null,
  };
}

/** Maps the columns of LIST_KEYS. */
const toKey = ([clickId, eventId, conversionId, approved, awaitsApproval]: TextRow): KeyRow => ({
  click_id: clickId as string,
  event_id: Number(eventId),
  conversion_id: conversionId as string,
  approved: approved === 't',
  awaits_approval: awaitsApproval === 't',
});

/** A conversion to insert, with its click's key. */
export interface NewConversion {
  readonly id: string;
  readonly createdAt: Date;
  readonly click: ClickRow;
  readonly offerTitle: string;
  /** 0 for a manual payment. */
  readonly eventId: number;
  readonly eventName: string;
  readonly eventKey: string;
  readonly source: Row<'conversions'>['source'];
  readonly status: Row<'conversions'>['status'];
  readonly awaitsApproval: boolean;
  readonly reason: string | null;
  readonly userPayoutPaise: Paise;
  readonly referralPayoutPaise: Paise;
  readonly rewardCoins: Coins;
  readonly referralCoins: Coins;
  readonly conversionIp: string | null;
  readonly place: Place | null;
  readonly externalData: string | null;
  readonly smartPollData: string | null;
  readonly approvedAt: Date | null;
}

const NEW_KEY = columnsOf<'conversion_keys', NewConversion>('conversion_keys', {
  click_id: (row) => row.click.id,
  event_id: (row) => row.eventId,
  conversion_id: (row) => row.id,
  approved: (row) => row.status === 'approved',
  awaits_approval: (row) => row.awaitsApproval,
});
const NEW_CONVERSION = columnsOf<'conversions', NewConversion>('conversions', {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  click_id: (row) => row.click.id,
  click_created_at: (row) => row.click.created_at,
  offer_id: (row) => row.click.offer_id,
  offer_title: (row) => row.offerTitle,
  event_id: (row) => row.eventId,
  event_name: (row) => row.eventName,
  event_key: (row) => row.eventKey,
  user_id: (row) => row.click.user_id,
  source: (row) => row.source,
  status: (row) => row.status,
  reason: (row) => row.reason,
  user_payout_paise: (row) => row.userPayoutPaise,
  referral_payout_paise: (row) => row.referralPayoutPaise,
  reward_coins: (row) => row.rewardCoins,
  referral_coins: (row) => row.referralCoins,
  referrer_user_id: (row) => (row.referralCoins > 0 ? row.click.referrer_id : null),
  click_ip: (row) => row.click.click_ip,
  conversion_ip: (row) => row.conversionIp,
  city: (row) => row.place?.city ?? null,
  state: (row) => row.place?.state ?? null,
  country: (row) => row.place?.country ?? null,
  p1: (row) => row.click.p1,
  p2: (row) => row.click.p2,
  p3: (row) => row.click.p3,
  p4: (row) => row.click.p4,
  p5: (row) => row.click.p5,
  p6: (row) => row.click.p6,
  external_data: (row) => row.externalData,
  smart_poll_data: (row) => row.smartPollData,
  approved_at: (row) => row.approvedAt,
});

/** Inserts conversions and their keys. An existing key aborts the transaction. */
export function insertConversions(tx: Tx, rows: readonly NewConversion[]): void {
  tx.copyLater(NEW_KEY, rows);
  tx.copyLater(NEW_CONVERSION, rows);
}

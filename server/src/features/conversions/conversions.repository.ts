import type { Tx } from '#platform/database/index.ts';

/*
 * The statements of record-conversions: set-based, prepared once per connection. Values go as one array per column.
 */

/**
 * Fixed plans by index for the rest of this transaction. A plan made anew for each batch costs more than the batch;
 * a plan kept from the days of empty tables must not read whole ones.
 */
export async function useFixedPlans(tx: Tx): Promise<void> {
  await tx.prepared(
    'fixed-plans',
    "select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)",
    [],
  );
}

export interface ClickRow {
  id: string;
  created_at: Date;
  offer_id: string;
  status: string;
  /** Null for an anonymous click and for a user who was deleted. */
  user_id: number | null;
  referrer_id: number | null;
  click_ip: string | null;
  /** When it was paid by hand: from then on its events earn nothing. */
  paid_at: Date | null;
  p1: string | null;
  p2: string | null;
  p3: string | null;
  p4: string | null;
  p5: string | null;
  p6: string | null;
}

const LOCK_CLICKS = `
select c.id, c.created_at, c.offer_id, c.status, u.id as user_id, r.id as referrer_id, host(c.click_ip) as click_ip, c.paid_at,
  c.p1, c.p2, c.p3, c.p4, c.p5, c.p6
from unnest($1::text[], $2::timestamptz[]) as k (id, created_at)
join clicks c on c.id = k.id and c.created_at = k.created_at
left join users u on u.id = c.user_id and u.deleted_at is null
left join users r on $3 and r.referral_code = u.used_referral_code and r.id <> u.id and r.deleted_at is null
order by c.id
for no key update of c`;

/** A click's id and the time in it, which finds its partition. */
export interface ClickPlace {
  readonly id: string;
  readonly createdAt: Date;
}

/** Locks the clicks in the order of their ids until the end of the transaction. */
export const lockClicks = (tx: Tx, places: readonly ClickPlace[], withReferrers: boolean): Promise<ClickRow[]> =>
  tx.prepared<ClickRow & Record<string, unknown>>('conversions-lock-clicks', LOCK_CLICKS, [
    places.map(({ id }) => id),
    places.map(({ createdAt }) => createdAt),
    withReferrers,
  ]);

export interface KeyRow {
  click_id: string;
  event_key: string;
  conversion_id: string;
  approved: boolean;
}

/** What these clicks have converted so far. Exact while the clicks are locked. */
export const listKeys = (tx: Tx, clickIds: readonly string[]): Promise<KeyRow[]> =>
  tx.prepared<KeyRow & Record<string, unknown>>(
    'conversions-keys',
    'select click_id, event_key, conversion_id, approved from conversion_keys where click_id = any ($1::text[])',
    [clickIds],
  );

export interface AddressClaim {
  readonly offerId: string;
  readonly eventKey: string;
  readonly clickIp: string;
  readonly conversionId: string;
}

const CLAIM_ADDRESSES = `
insert into conversion_addresses (offer_id, event_key, click_ip, conversion_id)
select * from unnest($1::text[], $2::text[], $3::inet[], $4::text[]) as a (offer_id, event_key, click_ip, conversion_id)
order by 1, 2, 3
on conflict do nothing
returning conversion_id`;

/** One conversion per offer, event and address. @returns the conversions that are the first of theirs. */
export async function claimAddresses(tx: Tx, claims: readonly AddressClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const rows = await tx.prepared<{ conversion_id: string }>('conversions-claim-addresses', CLAIM_ADDRESSES, [
    claims.map((claim) => claim.offerId),
    claims.map((claim) => claim.eventKey),
    claims.map((claim) => claim.clickIp),
    claims.map((claim) => claim.conversionId),
  ]);
  return new Set(rows.map((row) => row.conversion_id));
}

/** Gives addresses back whose conversion turned out not to be paid. */
export async function releaseAddresses(tx: Tx, claims: readonly AddressClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.prepared(
    'conversions-release-addresses',
    `delete from conversion_addresses a using unnest($1::text[], $2::text[], $3::inet[], $4::text[]) as r (offer_id, event_key, click_ip, conversion_id)
     where a.offer_id = r.offer_id and a.event_key = r.event_key and a.click_ip = r.click_ip and a.conversion_id = r.conversion_id`,
    [
      claims.map((claim) => claim.offerId),
      claims.map((claim) => claim.eventKey),
      claims.map((claim) => claim.clickIp),
      claims.map((claim) => claim.conversionId),
    ],
  );
}

/** An event's day of Asia/Kolkata and how many of its conversions were approved. */
export interface DayCount {
  readonly event_id: number;
  readonly day: string;
  readonly approved: number;
}

const SELECT_COUNTS = `
select c.event_id, c.day, c.approved from event_day_counts c
where c.event_id = any ($1::bigint[]) and c.day = any ($2::date[])`;
const LOCK_COUNTS = `${SELECT_COUNTS}
order by c.event_id, c.day
for no key update`;

const distinct = <Value extends number | string>(values: readonly Value[]): Value[] => [...new Set(values)];

/** The counters as they were a moment ago; those that nobody made yet are missing. */
export const listDayCounts = (tx: Tx, eventIds: readonly number[], days: readonly string[]): Promise<DayCount[]> =>
  tx.prepared<DayCount & Record<string, unknown>>('conversions-counts', SELECT_COUNTS, [
    distinct(eventIds),
    distinct(days),
  ]);

/** Locks the counters of these events and days until the end of the transaction; makes those that are missing. */
export async function lockDayCounts(tx: Tx, eventIds: readonly number[], days: readonly string[]): Promise<DayCount[]> {
  const values = [distinct(eventIds), distinct(days)] as const;
  const lock = (): Promise<(DayCount & Record<string, unknown>)[]> =>
    tx.prepared('conversions-lock-counts', LOCK_COUNTS, values);
  const rows = await lock();
  if (rows.length === values[0].length * values[1].length) return rows;
  await tx.prepared(
    'conversions-open-counts',
    `insert into event_day_counts (event_id, day)
     select event_id, day from unnest($1::bigint[]) event_id cross join unnest($2::date[]) day
     order by 1, 2 on conflict do nothing`,
    values,
  );
  return lock();
}

export async function addDayCounts(tx: Tx, added: readonly DayCount[]): Promise<void> {
  if (added.length === 0) return;
  await tx.prepared(
    'conversions-add-counts',
    `update event_day_counts c set approved = c.approved + a.approved
     from unnest($1::bigint[], $2::date[], $3::bigint[]) as a (event_id, day, approved)
     where c.event_id = a.event_id and c.day = a.day`,
    [added.map((count) => count.event_id), added.map((count) => count.day), added.map((count) => count.approved)],
  );
}

/** A conversion as it is written, with its click's key. */
export interface NewConversion {
  readonly id: string;
  readonly createdAt: Date;
  readonly click: ClickRow;
  readonly offerTitle: string;
  readonly eventId: number | null;
  readonly eventName: string;
  readonly eventKey: string;
  readonly source: string;
  readonly status: string;
  readonly reason: string | null;
  readonly userPayoutPaise: number;
  readonly referralPayoutPaise: number;
  readonly rewardCoins: number;
  readonly referralCoins: number;
  readonly conversionIp: string | null;
  readonly externalData: string | null;
  readonly smartPollData: string | null;
  readonly approvedAt: Date | null;
}

const INSERT_CONVERSIONS = `
with input as (
  select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::bigint[], $8::text[],
    $9::text[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[],
    $18::bigint[], $19::inet[], $20::inet[], $21::text[], $22::text[], $23::text[], $24::text[], $25::text[], $26::text[],
    $27::jsonb[], $28::jsonb[], $29::timestamptz[])
    as i (id, created_at, click_id, click_created_at, offer_id, offer_title, event_id, event_name, event_key, user_id, source, status,
      reason, user_payout_paise, referral_payout_paise, reward_coins, referral_coins, referrer_user_id, click_ip, conversion_ip,
      p1, p2, p3, p4, p5, p6, external_data, smart_poll_data, approved_at)
), keys as (
  insert into conversion_keys (click_id, event_key, conversion_id, approved)
  select click_id, event_key, id, status = 'approved' from input
)
insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_id, event_name, event_key, user_id, source,
  status, reason, user_payout_paise, referral_payout_paise, reward_coins, referral_coins, referrer_user_id, click_ip, conversion_ip,
  p1, p2, p3, p4, p5, p6, external_data, smart_poll_data, approved_at)
select * from input`;

/** Writes conversions and their keys; a key that exists already breaks the statement. */
export async function insertConversions(tx: Tx, rows: readonly NewConversion[]): Promise<void> {
  const column = <Value>(pick: (row: NewConversion) => Value): Value[] => rows.map(pick);
  await tx.prepared('conversions-insert', INSERT_CONVERSIONS, [
    column((row) => row.id),
    column((row) => row.createdAt),
    column((row) => row.click.id),
    column((row) => row.click.created_at),
    column((row) => row.click.offer_id),
    column((row) => row.offerTitle),
    column((row) => row.eventId),
    column((row) => row.eventName),
    column((row) => row.eventKey),
    column((row) => row.click.user_id),
    column((row) => row.source),
    column((row) => row.status),
    column((row) => row.reason),
    column((row) => row.userPayoutPaise),
    column((row) => row.referralPayoutPaise),
    column((row) => row.rewardCoins),
    column((row) => row.referralCoins),
    column((row) => (row.referralCoins > 0 ? row.click.referrer_id : null)),
    column((row) => row.click.click_ip),
    column((row) => row.conversionIp),
    column((row) => row.click.p1),
    column((row) => row.click.p2),
    column((row) => row.click.p3),
    column((row) => row.click.p4),
    column((row) => row.click.p5),
    column((row) => row.click.p6),
    column((row) => row.externalData),
    column((row) => row.smartPollData),
    column((row) => row.approvedAt),
  ]);
}

import type { Tx } from '#platform/database/index.ts';

export interface AddressClaim {
  readonly offerId: string;
  readonly eventKey: string;
  /** The click's address, or the first one of its /64. */
  readonly network: string;
  readonly conversionId: string;
}

/** A count for each claim, so that the planner cannot read all addresses of an event first. */
const CLAIM_ADDRESSES = `
insert into conversion_addresses (offer_id, event_key, click_ip, conversion_id)
select * from unnest($1::text[], $2::text[], $3::inet[], $4::text[]) as a (offer_id, event_key, click_ip, conversion_id)
where (
  select count(*) from unnest($5::text[], $6::text[], $7::text[]) as i (offer_id, event_key, inherited_key)
  join conversion_addresses taken on taken.offer_id = i.offer_id and taken.event_key = i.inherited_key and taken.click_ip = a.click_ip
  where i.offer_id = a.offer_id and i.event_key = a.event_key
) = 0
order by 1, 2, 3
on conflict do nothing
returning conversion_id`;

/** A key that counts for another one, of which claims are made. */
export interface InheritedKey {
  readonly offerId: string;
  readonly eventKey: string;
  readonly inheritedKey: string;
}

/** One conversion per offer, event and address. @returns the conversions that are the first of theirs. */
export async function claimAddresses(
  tx: Tx,
  claims: readonly AddressClaim[],
  inherited: readonly InheritedKey[],
): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const rows = await tx.prepared<{ conversion_id: string }>('conversions-claim-addresses', CLAIM_ADDRESSES, [
    claims.map((claim) => claim.offerId),
    claims.map((claim) => claim.eventKey),
    claims.map((claim) => claim.network),
    claims.map((claim) => claim.conversionId),
    inherited.map(({ offerId }) => offerId),
    inherited.map(({ eventKey }) => eventKey),
    inherited.map(({ inheritedKey }) => inheritedKey),
  ]);
  return new Set(rows.map((row) => row.conversion_id));
}

/** Gives addresses back whose conversion is not paid, or no longer. */
export async function releaseAddresses(tx: Tx, claims: readonly AddressClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.prepared(
    'conversions-release-addresses',
    `delete from conversion_addresses a using unnest($1::text[], $2::text[], $3::inet[], $4::text[]) as r (offer_id, event_key, click_ip, conversion_id)
     where a.offer_id = r.offer_id and a.event_key = r.event_key and a.click_ip = r.click_ip and a.conversion_id = r.conversion_id`,
    [
      claims.map((claim) => claim.offerId),
      claims.map((claim) => claim.eventKey),
      claims.map((claim) => claim.network),
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

export const SELECT_COUNTS = `
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

/** The counters are locked by the caller. */
export function addDayCounts(tx: Tx, added: readonly DayCount[]): void {
  if (added.length === 0) return;
  tx.later(
    'conversions-add-counts',
    `update event_day_counts c set approved = c.approved + a.approved
     from unnest($1::bigint[], $2::date[], $3::bigint[]) as a (event_id, day, approved)
     where c.event_id = a.event_id and c.day = a.day`,
    [added.map((count) => count.event_id), added.map((count) => count.day), added.map((count) => count.approved)],
  );
}

/** What is to be added to a counter if that does not take it above `cap`. */
export interface CapBooking extends DayCount {
  readonly cap: number;
}

/** Adds to the counters; the transaction is done again when one is missing or the cap was used up meanwhile. */
export function bookDayCounts(tx: Tx, booked: readonly CapBooking[]): void {
  if (booked.length === 0) return;
  tx.later('conversions-book-counts', 'select book_daily_caps($1::bigint[], $2::date[], $3::bigint[], $4::bigint[])', [
    booked.map((booking) => booking.event_id),
    booked.map((booking) => booking.day),
    booked.map((booking) => booking.approved),
    booked.map((booking) => booking.cap),
  ]);
}

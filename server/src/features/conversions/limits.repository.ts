import { rowColumns, type Row, type Tx } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';

/** `clickIp` is the click's IP address, or the first address of its /64. */
export type AddressClaim = Row<'conversion_addresses'>;

const ADDRESS = rowColumns('conversion_addresses');

const CLAIM_ADDRESSES = `
insert into conversion_addresses (${ADDRESS.names})
select * from unnest(${ADDRESS.parameters()}) as a (${ADDRESS.names}) order by event_id, click_ip
on conflict do nothing
returning conversion_id`;

/** Claims each event and IP address once. @returns the conversions that are first */
export async function claimAddresses(tx: Tx, claims: readonly AddressClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const rows = await tx.prepared<{ conversionId: string }>(
    'conversions-claim-addresses',
    CLAIM_ADDRESSES,
    ADDRESS.valuesOf(claims),
  );
  return new Set(rows.map((row) => row.conversionId));
}

/** Releases the IP addresses of conversions that are not paid, or no longer paid. */
export async function releaseAddresses(tx: Tx, claims: readonly AddressClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.prepared(
    'conversions-release-addresses',
    `delete from conversion_addresses a using unnest(${ADDRESS.parameters()}) as r (${ADDRESS.names})
     where a.event_id = r.event_id and a.click_ip = r.click_ip and a.conversion_id = r.conversion_id`,
    ADDRESS.valuesOf(claims),
  );
}

/** The rewarded click of a user, for one event and period. */
export type RewardClaim = Row<'user_rewards'>;

const REWARD = rowColumns('user_rewards');

/** Claims each event, user and period once. @returns the claims that are first */
export async function claimRewards(tx: Tx, claims: readonly RewardClaim[]): Promise<RewardClaim[]> {
  if (claims.length === 0) return [];
  return tx.prepared<RewardClaim>(
    'conversions-claim-rewards',
    `insert into user_rewards (${REWARD.names})
     select ${REWARD.names} from unnest(${REWARD.parameters()}) with ordinality as r (${REWARD.names}, n)
     order by event_id, user_id, period, n
     on conflict do nothing returning ${REWARD.names}`,
    REWARD.valuesOf(claims),
  );
}

/** Releases the claims of conversions that are not paid, or no longer paid. A click that was paid manually keeps them. */
export async function releaseRewards(
  tx: Tx,
  claims: readonly Pick<RewardClaim, 'eventId' | 'userId' | 'clickId'>[],
): Promise<void> {
  if (claims.length === 0) return;
  await tx.prepared(
    'conversions-release-rewards',
    `delete from user_rewards r using unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[]) as c (event_id, user_id, click_id, at)
     where r.event_id = c.event_id and r.user_id = c.user_id and r.click_id = c.click_id
       and not exists (select from clicks k where k.id = c.click_id and k.created_at = c.at and k.paid_at is not null)`,
    [
      claims.map(({ eventId }) => eventId),
      claims.map(({ userId }) => userId),
      claims.map(({ clickId }) => clickId),
      claims.map(({ clickId }) => timeOfUlid(clickId)),
    ],
  );
}

/** The number of approved conversions of an event on a day in Asia/Kolkata. */
export type DayCount = Row<'event_day_counts'>;

const DAY_COUNT = rowColumns('event_day_counts');

export const SELECT_COUNTS = `
select c.event_id, c.day, c.approved from event_day_counts c
where c.event_id = any ($1::bigint[]) and c.day = any ($2::date[])`;
const LOCK_COUNTS = `${SELECT_COUNTS}
order by c.event_id, c.day
for no key update`;

const distinct = <Value extends number | string>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Reads the counters without locking. Counters without a row are missing. */
export const listDayCounts = (tx: Tx, eventIds: readonly number[], days: readonly string[]): Promise<DayCount[]> =>
  tx.prepared<DayCount>('conversions-counts', SELECT_COUNTS, [distinct(eventIds), distinct(days)]);

/** Locks the counters of these events and days until the transaction ends. Creates missing ones. */
export async function lockDayCounts(tx: Tx, eventIds: readonly number[], days: readonly string[]): Promise<DayCount[]> {
  const values = [distinct(eventIds), distinct(days)] as const;
  const lock = (): Promise<DayCount[]> => tx.prepared('conversions-lock-counts', LOCK_COUNTS, values);
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

/** The caller holds the counters' locks. */
export function addDayCounts(tx: Tx, added: readonly DayCount[]): void {
  if (added.length === 0) return;
  tx.later(
    'conversions-add-counts',
    `update event_day_counts c set approved = c.approved + a.approved
     from unnest(${DAY_COUNT.parameters()}) as a (${DAY_COUNT.names})
     where c.event_id = a.event_id and c.day = a.day`,
    DAY_COUNT.valuesOf(added),
  );
}

/** An increment that must not exceed `cap`. */
export interface CapBooking extends DayCount {
  readonly cap: number;
}

/** Adds to the counters. Retries the transaction if a counter is missing or another batch has used up the cap. */
export function bookDayCounts(tx: Tx, booked: readonly CapBooking[]): void {
  if (booked.length === 0) return;
  tx.later('conversions-book-counts', 'select book_daily_caps($1::bigint[], $2::date[], $3::bigint[], $4::bigint[])', [
    booked.map((booking) => booking.eventId),
    booked.map((booking) => booking.day),
    booked.map((booking) => booking.approved),
    booked.map((booking) => booking.cap),
  ]);
}

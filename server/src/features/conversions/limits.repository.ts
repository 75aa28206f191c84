import { rowColumns, type Queryable, type Row, type Tx } from '#platform/database/index.ts';
import { networkOf } from '#platform/http/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { CatalogEvent } from '#features/offers/index.ts';
import type { Draft } from './conversion.ts';
import { SELECT_COUNTS, type DayCount } from './conversions.repository.ts';

/** A recent read of the counters. A requested event without a row has no counter yet. */
interface KnownCounts {
  readonly counts: readonly DayCount[];
  readonly eventIds: ReadonlySet<number>;
}

/**
 * Refuses drafts that exceed a limit: first the offer's limit per user, then ipBlock (one rewarded conversion per offer,
 * event and IP address), then the daily caps, which count every approved conversion. A refused draft frees its claims. A click without
 * an IP address cannot be checked, so it is not rewarded. Why: docs/decisions/recording-conversions.md
 * @returns a function that adds to the cap counters: call it after the batch's own rows and before the credits
 */
export async function applyLimits(tx: Tx, drafts: readonly Draft[], known: KnownCounts): Promise<() => void> {
  const rewards = await applyRewardLimits(tx, drafts);
  const claims = new Map<Draft, AddressClaim>();
  for (const draft of drafts) {
    const { code, event, offer, click, id } = draft;
    if (code !== 'accepted' || event === null || !offer.ipBlock) continue;
    if (click.clickIp === null) draft.code = 'ip_blocked';
    else if (draft.reward.userCoins > 0) {
      claims.set(draft, { eventId: event.id, clickIp: rewardedNetwork(click.clickIp), conversionId: id });
    }
  }
  const won = await claimAddresses(tx, [...claims.values()]);
  for (const [draft, claim] of claims) if (!won.has(claim.conversionId)) draft.code = 'ip_blocked';
  const bookCaps = await applyCaps(tx, drafts, known);
  const cutBack = [...claims].filter(([draft]) => draft.code === 'over_cap').map(([, claim]) => claim);
  await releaseAddresses(tx, cutBack);
  await releaseRewards(
    tx,
    [...rewards].filter(([draft]) => draft.code !== 'accepted').map(([, claim]) => claim),
  );
  return bookCaps;
}

/** A home has several devices but one /64. `erase_user` frees the same network. */
export const rewardedNetwork = (ip: string): string => networkOf(ip, 64);

/** A counter that is this close to its cap is locked before anything is granted. */
const NEAR = 1_000;

type CappedDraft = Draft & { readonly event: CatalogEvent };

/**
 * Grants each event's day the rest of its cap, exactly, in order of arrival. A counter is a shared row. Far from the
 * cap it is therefore locked late, and a lost race retries the transaction.
 */
async function applyCaps(tx: Tx, drafts: readonly Draft[], known: KnownCounts): Promise<() => void> {
  const capped = drafts.filter((draft): draft is CappedDraft => draft.code === 'accepted' && draft.event !== null);
  if (capped.length === 0) return () => undefined;
  const eventIds = capped.map(({ event }) => event.id);
  const days = capped.map(({ day }) => day);
  const counts = eventIds.every((id) => known.eventIds.has(id))
    ? known.counts
    : await listDayCounts(tx, eventIds, days);
  const seen = new Map(counts.map((count) => [nameOf(count.eventId, count.day), count.approved]));
  const isFar = capped.every(
    ({ event, day }) => (seen.get(nameOf(event.id, day)) ?? Infinity) + capped.length + NEAR <= event.dailyCap,
  );
  if (isFar) return () => bookDayCounts(tx, bookingsOf(capped));
  const granted = grant(capped, await lockDayCounts(tx, eventIds, days));
  return () => addDayCounts(tx, granted);
}

/** Sorted in the lock order of the counters. */
function bookingsOf(capped: readonly CappedDraft[]): CapBooking[] {
  const bookings = new Map<string, { eventId: number; day: string; approved: number; cap: number }>();
  for (const { event, day } of capped) {
    const name = nameOf(event.id, day);
    const booking = bookings.get(name);
    if (booking) booking.approved += 1;
    else bookings.set(name, { eventId: event.id, day, approved: 1, cap: event.dailyCap });
  }
  return [...bookings.values()].sort((a, b) => a.eventId - b.eventId || (a.day < b.day ? -1 : 1));
}

/** Refuses drafts beyond their cap. @returns the amounts to add to the counters */
function grant(capped: readonly CappedDraft[], counts: readonly DayCount[]): DayCount[] {
  const taken = new Map(counts.map((count) => [nameOf(count.eventId, count.day), count.approved]));
  const added = new Map<string, DayCount>();
  for (const draft of capped) {
    const name = nameOf(draft.event.id, draft.day);
    const before = taken.get(name);
    if (before === undefined) throw new Error(`the counter of event ${draft.event.id} on ${draft.day} is missing`);
    if (before >= draft.event.dailyCap) {
      draft.code = 'over_cap';
      continue;
    }
    taken.set(name, before + 1);
    added.set(name, { eventId: draft.event.id, day: draft.day, approved: (added.get(name)?.approved ?? 0) + 1 });
  }
  return [...added.values()];
}

const nameOf = (eventId: number, day: string): string => `${eventId} ${day}`;

/**
 * Refuses drafts whose user was already rewarded for the event by another click, for all time or on the event's day.
 * Offers that pay each click need no statement. @returns the claims of the drafts that remain
 */
async function applyRewardLimits(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlyMap<Draft, RewardClaim>> {
  const claims = new Map<Draft, RewardClaim>();
  for (const draft of drafts) {
    const { code, event, offer, click, reward, day } = draft;
    if (offer.rewardLimit === 'each_click' || code !== 'accepted' || event === null) continue;
    if (click.userId === null || reward.userCoins === 0) continue;
    const period = offer.rewardLimit === 'daily' ? day : '-infinity';
    claims.set(draft, { eventId: event.id, userId: click.userId, period, clickId: click.id });
  }
  const won = new Set((await claimRewards(tx, [...claims.values()])).map(nameOfReward));
  for (const [draft, claim] of claims) {
    if (won.has(nameOfReward(claim))) continue;
    draft.code = 'already_rewarded';
    claims.delete(draft);
  }
  return claims;
}

const nameOfReward = ({ eventId, userId, clickId }: RewardClaim): string => `${eventId} ${userId} ${clickId}`;

/** `clickIp` is the click's IP address, or the first address of its /64. */
type AddressClaim = Row<'conversion_addresses'>;

const ADDRESS = rowColumns('conversion_addresses');

/** Claims each event and IP address once. @returns the conversions that are first */
async function claimAddresses(tx: Tx, claims: readonly AddressClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const rows = await tx.prepared<{ conversionId: string }>(
    'conversions-claim-addresses',
    `insert into conversion_addresses (${ADDRESS.names})
     select * from unnest(${ADDRESS.parameters()}) as a (${ADDRESS.names}) order by event_id, click_ip
     on conflict do nothing returning conversion_id`,
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
type RewardClaim = Row<'user_rewards'>;

const REWARD = rowColumns('user_rewards');

/** Claims each event, user and period once. @returns the claims that are first */
async function claimRewards(tx: Tx, claims: readonly RewardClaim[]): Promise<RewardClaim[]> {
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

const DAY_COUNT = rowColumns('event_day_counts');

const distinct = <Value extends number | string>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Reads the counters without locking. Counters without a row are missing. */
export const listDayCounts = (
  q: Queryable,
  eventIds: readonly number[],
  days: readonly string[],
): Promise<DayCount[]> =>
  q.prepared<DayCount>('conversions-counts', SELECT_COUNTS, [distinct(eventIds), distinct(days)]);

/** Locks the counters of these events and days until the transaction ends. Creates missing ones. */
export async function lockDayCounts(tx: Tx, eventIds: readonly number[], days: readonly string[]): Promise<DayCount[]> {
  const values = [distinct(eventIds), distinct(days)] as const;
  const text = `${SELECT_COUNTS} order by c.event_id, c.day for no key update`;
  const lock = (): Promise<DayCount[]> => tx.prepared('conversions-lock-counts', text, values);
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
interface CapBooking extends DayCount {
  readonly cap: number;
}

/** Adds to the counters. Retries the transaction if a counter is missing or another batch has used up the cap. */
function bookDayCounts(tx: Tx, booked: readonly CapBooking[]): void {
  tx.later('conversions-book-counts', 'select book_daily_caps($1::bigint[], $2::date[], $3::bigint[], $4::bigint[])', [
    booked.map((booking) => booking.eventId),
    booked.map((booking) => booking.day),
    booked.map((booking) => booking.approved),
    booked.map((booking) => booking.cap),
  ]);
}

import type { Tx } from '#platform/database/index.ts';
import { networkOf } from '#platform/http/index.ts';
import type { CatalogEvent } from '#features/offers/index.ts';
import { applyRewardLimits } from './reward-limit.ts';
import {
  addDayCounts,
  bookDayCounts,
  claimAddresses,
  listDayCounts,
  lockDayCounts,
  releaseAddresses,
  releaseRewards,
  type AddressClaim,
  type CapBooking,
  type DayCount,
} from './limits.repository.ts';
import type { Draft } from './draft.ts';

/** Adds the granted conversions to the cap counters. Call it after the batch's own rows and before the credits. */
type BookCaps = () => void;

/** A recent read of the counters. A requested event without a row has no counter yet. */
interface KnownCounts {
  readonly counts: readonly DayCount[];
  readonly eventIds: ReadonlySet<number>;
}

/**
 * Refuses drafts that exceed a limit: first the offer's limit per user, then ipBlock (one rewarded conversion per offer,
 * event and IP address), then the daily caps, which count every approved conversion. A refused draft frees its claims. A click without
 * an IP address cannot be checked, so it is not rewarded. Why: docs/decisions/recording-conversions.md
 */
export async function applyLimits(tx: Tx, drafts: readonly Draft[], known: KnownCounts): Promise<BookCaps> {
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
async function applyCaps(tx: Tx, drafts: readonly Draft[], known: KnownCounts): Promise<BookCaps> {
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

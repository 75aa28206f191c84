import type { Tx } from '#platform/database/index.ts';
import type { CatalogEvent } from '#features/offers/index.ts';
import {
  addDayCounts,
  claimAddresses,
  listDayCounts,
  lockDayCounts,
  releaseAddresses,
  type AddressClaim,
  type DayCount,
} from './conversions.repository.ts';
import type { Draft } from './draft.ts';

/** Books what the caps granted; locks the counters if that was not done yet. */
export type BookCaps = () => Promise<void>;

/**
 * Takes the reward from drafts that exceed a limit. ipBlock: one rewarded conversion per offer, event and click
 * address. Then the daily caps; what they cut back frees its address.
 */
export async function applyLimits(tx: Tx, drafts: readonly Draft[]): Promise<BookCaps> {
  const claims = new Map<Draft, AddressClaim>();
  for (const draft of drafts) {
    const { code, event, offer, click, eventKey, id } = draft;
    if (code !== 'accepted' || event === null || !offer.ipBlock || click.click_ip === null) continue;
    claims.set(draft, { offerId: offer.id, eventKey, clickIp: click.click_ip, conversionId: id });
  }
  const won = await claimAddresses(tx, [...claims.values()]);
  for (const [draft, claim] of claims) if (!won.has(claim.conversionId)) draft.code = 'ip_blocked';
  const bookCaps = await applyCaps(tx, drafts);
  const cutBack = [...claims].filter(([draft]) => draft.code === 'over_cap').map(([, claim]) => claim);
  await releaseAddresses(tx, cutBack);
  return bookCaps;
}

/** So near to a cap its counter is locked before anything is granted. */
const NEAR = 1_000;

type CappedDraft = Draft & { readonly event: CatalogEvent };

/**
 * Grants each event's day what its cap has left, in the order of arrival, exactly. A counter is a row that everyone
 * waits for, so far below the cap it is locked only when all else is written; should others have used the cap up
 * meanwhile, the transaction is done again.
 */
async function applyCaps(tx: Tx, drafts: readonly Draft[]): Promise<BookCaps> {
  const capped = drafts.filter((draft): draft is CappedDraft => draft.code === 'accepted' && draft.event !== null);
  if (capped.length === 0) return async () => undefined;
  const eventIds = capped.map(({ event }) => event.id);
  const days = capped.map(({ day }) => day);
  const seen = new Map(
    (await listDayCounts(tx, eventIds, days)).map((count) => [nameOf(count.event_id, count.day), count.approved]),
  );
  const isFar = capped.every(
    ({ event, day }) => (seen.get(nameOf(event.id, day)) ?? Infinity) + capped.length + NEAR <= event.dailyCap,
  );
  if (!isFar) {
    const granted = grant(capped, await lockDayCounts(tx, eventIds, days));
    return () => addDayCounts(tx, granted);
  }
  return async () => {
    const granted = grant(capped, await lockDayCounts(tx, eventIds, days));
    if (capped.some(({ code }) => code === 'over_cap')) throw new CapUsedUpError();
    await addDayCounts(tx, granted);
  };
}

/** Marks what exceeds its cap. @returns what is to be added to the counters */
function grant(capped: readonly CappedDraft[], counts: readonly DayCount[]): DayCount[] {
  const taken = new Map(counts.map((count) => [nameOf(count.event_id, count.day), count.approved]));
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
    added.set(name, { event_id: draft.event.id, day: draft.day, approved: (added.get(name)?.approved ?? 0) + 1 });
  }
  return [...added.values()];
}

const nameOf = (eventId: number, day: string): string => `${eventId} ${day}`;

/** Carries PostgreSQL's code for "try the transaction again", which `transaction` does. */
class CapUsedUpError extends Error {
  override readonly name = 'CapUsedUpError';
  readonly code = '40001';
}

import { categoryOfType, eventsOfUpdate, OFFER_TEXTS, type Offer, type OfferInput } from '@muneem/contract/offers';
import { kolkataDay } from '#platform/clock/index.ts';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { offerChanges } from './audit-offer.ts';
import { checkedEvents } from './checked-events.ts';
import { getOffer, offerNotFound, type OfferDependencies } from './get-offer.ts';
import { invalid, offerColumns, uploadedImage } from './offer-columns.ts';
import { lockOffer, updateOffer as saveOffer } from './offers.repository.ts';
import { saveEvents } from './save-events.ts';
import { claimEarlierRewards } from './earlier-rewards.repository.ts';

/** @throws AppError `offer_not_found`, `version_conflict`, `validation_failed` */
export async function updateOffer(
  dependencies: OfferDependencies,
  id: string,
  input: OfferInput,
  actor: Actor,
): Promise<Offer> {
  const file = await uploadedImage(input);
  const at = dependencies.clock.now();
  // A renamed event takes its custom postbacks with it.
  return dependencies.caches.change(['offers', 'custom_postbacks'], async (tx) => {
    const row = await lockOffer(tx, id);
    if (!row) throw offerNotFound();
    if (input.version !== undefined && input.version !== row.version) {
      throw new AppError('version_conflict', 'This offer was saved while you edited it. Your changes were not saved.');
    }
    if (categoryOfType(input.type) !== categoryOfType(row.type)) throw invalid('type', OFFER_TEXTS.categoryLocked);
    const before = await getOffer(dependencies, tx, id);
    await saveOffer(tx, id, await offerColumns(tx, dependencies.secrets, id, input, { before: row, file }), at);
    const events = eventsOfUpdate(before.events, input);
    if (events) {
      const form = input.events ? 'list' : 'flat';
      await saveEvents(tx, id, checkedEvents(events), { form, now: at });
    }
    const after = await getOffer(dependencies, tx, id);
    if (after.rewardLimit !== before.rewardLimit || hasMoreEvents(before, after))
      await claimEarlierRewards(tx, id, after.rewardLimit, kolkataDay(at));
    await writeAudit(tx, actor, 'offers.update', ['offer', id], offerChanges(before, after));
    return after;
  });
}

const hasMoreEvents = (before: Offer, after: Offer): boolean => {
  const known = new Set(before.events.map(({ _id }) => _id));
  return after.events.some(({ _id }) => !known.has(_id));
};

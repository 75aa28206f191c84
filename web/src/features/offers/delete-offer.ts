import type { OfferSummary } from '@muneem/contract/offers';
import { dialogs } from '#ui/dialogs/index.ts';
import { offerCopy } from './offers.copy.ts';
import { refreshOffers, removeOffer } from './offers.queries.ts';

type Deletable = Pick<OfferSummary, '_id' | 'title'>;

/** Confirms, deletes and reports the result. `whenGone` runs once the offer is deleted. */
export async function deleteOffer({ _id, title }: Deletable, whenGone?: () => void): Promise<void> {
  const deleted = await dialogs.confirm({
    text: offerCopy.deleteConfirm(title),
    details: offerCopy.deleteDetails,
    verb: offerCopy.deleteVerb,
    danger: true,
    // Also refreshes after a failure: the list may be stale.
    run: () => removeOffer(_id).finally(() => void refreshOffers()),
    failure: `${offerCopy.deleteFailed}\n{message}`,
  });
  if (!deleted) return;
  whenGone?.();
  await dialogs.alert(offerCopy.deleted);
}

import type { OfferSummary } from '@muneem/contract/offers';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callAndFindOut } from '#lib/find-outcome.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { offerCopy } from './offers.copy.ts';
import { findOfferDeletion, refreshOffers, removeOffer } from './offers.queries.ts';

type Deletable = Pick<OfferSummary, '_id' | 'title'>;

/**
 * Confirms, deletes and reports the result, even after the dialog was closed. `whenGone` runs once the offer is
 * deleted.
 */
export function useDeleteOffer(): (offer: Deletable, whenGone?: () => void) => Promise<void> {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useCallback(
    async ({ _id, title }, whenGone) => {
      let isLeft = false;
      const deleted = await dialogs.confirm({
        text: offerCopy.deleteConfirm(title),
        details: offerCopy.deleteDetails,
        verb: offerCopy.deleteVerb,
        danger: true,
        run: (tell) =>
          callAndFindOut<unknown>({
            call: () => removeOffer(_id),
            find: () => findOfferDeletion(_id),
            tell,
            unknown: offerCopy.deleteUnknown,
            notDone: offerCopy.notDeleted,
          })
            .then(() => {
              whenGone?.();
              if (isLeft) toast.success(offerCopy.deleted);
            })
            // Also after a failure: the list may be stale.
            .finally(() => void refreshOffers(queryClient)),
        failure: `${offerCopy.deleteFailed}\n{message}`,
      });
      isLeft = !deleted;
      if (deleted) await dialogs.alert(offerCopy.deleted);
    },
    [dialogs, queryClient],
  );
}

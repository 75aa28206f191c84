import type { OfferSummary } from '@muneem/contract/offers';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDialogs } from '#ui/dialogs/index.ts';
import { offerCopy } from './offers.copy.ts';
import { refreshOffers, removeOffer } from './offers.queries.ts';

/** Asks, deletes, says so; gives true when the offer is gone. */
export function useDeleteOffer(): (offer: Pick<OfferSummary, '_id' | 'title'>) => Promise<boolean> {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useCallback(
    async ({ _id, title }) => {
      const deleted = await dialogs.confirm({
        text: offerCopy.deleteConfirm(title),
        details: offerCopy.deleteDetails,
        verb: offerCopy.deleteVerb,
        danger: true,
        run: () => removeOffer(_id),
        failure: `${offerCopy.deleteFailed}\n{message}`,
      });
      if (!deleted) return false;
      void refreshOffers(queryClient);
      await dialogs.alert(offerCopy.deleted);
      return true;
    },
    [dialogs, queryClient],
  );
}

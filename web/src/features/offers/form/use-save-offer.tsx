import { createOffer, offerInput, updateOffer, type Offer } from '@muneem/contract/offers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { offerQuery, refreshOffers } from '../offers.queries.ts';
import { valuesToBody, type OfferFormValues } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { Differences } from './save-conflict.tsx';

/**
 * Saves a new offer, or a change of the given version of `offer`. When somebody else saved it meanwhile, the differences are shown and the
 * person decides; `false` means that they want to go on editing.
 */
export function useSaveOffer(offer: Offer | undefined, edited: number | undefined) {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();

  const send = async (values: OfferFormValues, version: number | undefined): Promise<void> => {
    const body = offerInput.parse(valuesToBody(values, version));
    if (offer === undefined) await api(createOffer, { body });
    else await api(updateOffer, { params: { id: offer._id }, body });
  };

  return useMutation({
    mutationFn: async (values: OfferFormValues): Promise<boolean> => {
      let version = edited;
      for (;;) {
        try {
          await send(values, version);
          return true;
        } catch (error) {
          if (offer === undefined || !isVersionConflict(error)) throw error;
          const theirs = await queryClient.fetchQuery({ ...offerQuery(offer._id), staleTime: 0 });
          const { title, text, verb, cancel } = copy.conflict;
          const details = <Differences mine={values} theirs={theirs} />;
          if (!(await dialogs.confirm({ title, text, verb, cancel, danger: true, details }))) return false;
          version = theirs.version;
        }
      }
    },
    onSuccess: (saved) => (saved ? void refreshOffers(queryClient) : undefined),
  });
}

import { ApiError } from '@muneem/contract/http';
import { createOffer, offerInput, updateOffer, type Offer } from '@muneem/contract/offers';
import { useMutation } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { isOutcomeUnknown } from '#lib/find-outcome.ts';
import { queryClient } from '#lib/query-client.ts';
import { confirmOverwrite } from '#ui/conflict/index.ts';
import { networkChoicesQuery } from '#features/networks/index.ts';
import { offerQuery, refreshOffers } from '../offers.queries.ts';
import { valuesToBody, type OfferFormValues } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { differences } from './save-conflict.ts';

/** The error of a retry with other values: the server already stored the key. */
const isAnotherAttempt = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_mismatch';

/** The names by id. Without an answer of the server the ids stand for them. */
const networkNames = async (): Promise<ReadonlyMap<string, string>> => {
  const answer = await queryClient.ensureQueryData(networkChoicesQuery).catch(() => undefined);
  return new Map(answer?.networks.map(({ _id, name }) => [_id, name]));
};

/**
 * Saves a new offer once under `onceKey`, or a change of the given version of `offer`. If another admin saved it since, the
 * differences are shown and the admin decides. @returns false if the admin continues editing
 */
export function useSaveOffer(
  offer: Offer | undefined,
  { version: edited, onceKey }: { readonly version: number | undefined; readonly onceKey: string },
) {
  const send = async (values: OfferFormValues, version: number | undefined): Promise<void> => {
    const body = offerInput.parse(valuesToBody(values, version));
    if (offer === undefined) await api(createOffer, { body, idempotencyKey: onceKey });
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
          if (isAnotherAttempt(error)) throw new Error(copy.anotherAttempt, { cause: error });
          if (offer === undefined || !isVersionConflict(error)) throw error;
          const theirs = await queryClient.fetchQuery({ ...offerQuery(offer._id), staleTime: 0 });
          if (!(await confirmOverwrite(copy.conflict, differences(values, theirs, await networkNames())))) return false;
          version = theirs.version;
        }
      }
    },
    onSuccess: (saved) => (saved ? refreshOffers() : undefined),
    // The server may have saved it although no answer came.
    onError: (error) => (isOutcomeUnknown(error) ? void refreshOffers() : undefined),
  });
}

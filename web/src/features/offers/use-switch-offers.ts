import type { OfferCategory, OfferSummary } from '@muneem/contract/offers';
import { useCallback, useState } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCount, formatNoun } from '#lib/format.ts';
import type { SelectedRows } from '#ui/data-table/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { offerCopy } from './offers.copy.ts';
import { listMatchingIds, refreshOffers, switchOffers, type OffersQuery, type SwitchResult } from './offers.queries.ts';

const KEY = 'offers-switched';

/** "3 offers deactivated, 2 already inactive, 1 deleted meanwhile" */
function switchedText({ changed, unchanged, gone }: SwitchResult, isActive: boolean): string {
  return [
    offerCopy.switched(formatNoun(changed.length, 'offer', 'offers'), isActive),
    ...(unchanged > 0 ? [offerCopy.already(formatCount(unchanged), isActive)] : []),
    ...(gone > 0 ? [offerCopy.gone(formatCount(gone))] : []),
  ].join(', ');
}

const NONE: ReadonlySet<string> = new Set();

/** Switches offers on and off in place, reports the result and offers to undo it. */
export function useSwitchOffers(offerCategory: OfferCategory) {
  /** Ids of offers whose switch is in flight. */
  const [switching, setSwitching] = useState(NONE);
  const [isBusy, setBusy] = useState(false);

  const run = useCallback(async function switchThem(
    ids: readonly string[],
    isActive: boolean,
    words?: string,
  ): Promise<boolean> {
    setSwitching(new Set(ids));
    try {
      const result = await switchOffers(ids, isActive);
      await refreshOffers();
      const isWhole = result.gone === 0;
      const text = words !== undefined && result.changed.length === 1 ? words : switchedText(result, isActive);
      const undo = { label: offerCopy.undo, run: () => void switchThem(result.changed, !isActive) };
      toast[isWhole ? 'success' : 'warning'](text, { key: KEY, actions: result.changed.length > 0 ? [undo] : [] });
      return true;
    } catch (error) {
      toast.error(errorText(error, offerCopy.switchFailed(isActive)), { key: KEY });
      // Earlier batches may have been switched before the failure.
      void refreshOffers();
      return false;
    } finally {
      setSwitching(NONE);
    }
  }, []);

  const switchOne = useCallback(
    (offer: OfferSummary, isActive: boolean) =>
      void run([offer._id], isActive, offerCopy.switchedOne(offer.title, isActive)),
    [run],
  );
  /** @returns whether it was done */
  const switchSelected = async (
    { allMatching, rows }: SelectedRows<OfferSummary>,
    query: OffersQuery,
    isActive: boolean,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      const ids = allMatching ? await listMatchingIds(offerCategory, query) : rows.map(({ _id }) => _id);
      return await run(ids, isActive);
    } catch (error) {
      toast.error(errorText(error, offerCopy.switchFailed(isActive)), { key: KEY });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { switching, isBusy, switchOne, switchSelected };
}

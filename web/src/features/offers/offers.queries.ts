import {
  deleteOffer,
  getOffer,
  listCustomClickParams,
  listPrimeOffers,
  listRegularOffers,
  type OfferCategory,
  type OfferSummary,
} from '@muneem/contract/offers';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, type ListQueryState } from '#ui/data-table/index.ts';

export const OFFER_STATES = ['all', 'active', 'inactive'] as const;
const FILTERS = { status: oneOf(OFFER_STATES, 'all') };
const SORTS = ['createdAt', 'title', 'coins', 'popularity'] as const;

/** What an offer list keeps in the address. */
export const OFFERS = listConfig({ sorts: SORTS, limit: 60, filters: FILTERS });
export type OffersQuery = ListQueryState<(typeof SORTS)[number], typeof FILTERS>;

export interface OfferPage {
  readonly offers: readonly OfferSummary[];
  /** Offers that match. */
  readonly total: number;
  /** All of them. */
  readonly totalOffers: number;
}

const LISTS = { prime: listPrimeOffers, regular: listRegularOffers };

export const offersQuery = (offerCategory: OfferCategory, query: Partial<OffersQuery> & { limit: number }) =>
  queryOptions({
    queryKey: ['offers', offerCategory, query],
    queryFn: async ({ signal }): Promise<OfferPage> => {
      const answer = await api(LISTS[offerCategory], { query: { page: 1, ...query }, signal });
      // Another server that speaks the documented contract may know nothing of pages.
      return Array.isArray(answer) ? { offers: answer, total: answer.length, totalOffers: answer.length } : answer;
    },
  });

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'one', id],
    queryFn: ({ signal }) => api(getOffer, { params: { id }, signal }),
  });

export const clickParamsQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'click-params', id],
    queryFn: ({ signal }) => api(listCustomClickParams, { params: { id }, signal }),
  });

/** Offers changed: every list, the single offers and the dashboard's numbers are asked for again. */
export async function refreshOffers(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['offers'] }),
    queryClient.invalidateQueries({ queryKey: ['stats'] }),
  ]);
}

export const removeOffer = (id: string) => api(deleteOffer, { params: { id } });

import {
  deleteOffer,
  getRewardRules,
  listCustomClickParams,
  listPrimeOffers,
  listRegularOffers,
  OFFER_LIMITS,
  getOffer,
  REGULAR_OFFER_TYPES,
  setOffersActive,
  type OfferCategory,
} from '@muneem/contract/offers';
import type { RouteAnswer } from '@muneem/contract/http';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isMissing } from '#lib/api-error.ts';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf, text } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type ListOf } from '#ui/data-table/index.ts';

export const OFFERS = listConfig({
  sorts: ['createdAt', 'title', 'coins', 'popularity'],
  limit: 60,
  filters: {
    status: oneOf(['all', 'active', 'inactive'], 'all'),
    type: oneOf(['all', ...REGULAR_OFFER_TYPES], 'all'),
    /** An id, `none`, or empty for all. */
    network: text(),
  },
});
export type OfferList = ListOf<typeof OFFERS>;
export type OffersQuery = OfferList['query'];

type OfferPage = Exclude<RouteAnswer<typeof listPrimeOffers>, readonly unknown[]>;

const LISTS = { prime: listPrimeOffers, regular: listRegularOffers };

export const offersQuery = (offerCategory: OfferCategory, query: Partial<OffersQuery> & { limit: number }) =>
  queryOptions({
    queryKey: ['offers', offerCategory, query],
    queryFn: async ({ signal }): Promise<OfferPage> => {
      const { type, ...rest } = query;
      const typed = type === undefined || type === 'all' || offerCategory === 'prime' ? {} : { type };
      // Only a call without `page` gets the documented array.
      return (await api(LISTS[offerCategory], { query: { page: 1, ...rest, ...typed }, signal })) as OfferPage;
    },
  });

export const offerQuery = (id: string) => routeQuery(['offers', 'one', id], getOffer, { params: { id } });

/** These values change only with a restart of the server. */
export const rewardRulesQuery = routeQuery(['reward-rules'], getRewardRules, {}, { staleTime: Infinity });

export const clickParamsQuery = (id: string) =>
  routeQuery(['offers', 'click-params', id], listCustomClickParams, { params: { id } });

/** Refetches every list, the single offers and the dashboard's figures. */
export async function refreshOffers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['offers'] }),
    queryClient.invalidateQueries({ queryKey: ['stats'] }),
  ]);
}

/** The ids of all offers that match, from every page. */
export async function listMatchingIds(offerCategory: OfferCategory, query: OffersQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const options = offersQuery(offerCategory, { ...query, page, limit: OFFER_LIMITS.bulk });
    const { offers, total } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
    ids.push(...offers.map(({ _id }) => _id));
    if (offers.length === 0 || ids.length >= total) return ids;
  }
}

export interface SwitchResult {
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly gone: number;
}

/** Switches offers on or off, in batches of the server's maximum. */
export async function switchOffers(ids: readonly string[], isActive: boolean): Promise<SwitchResult> {
  const results: { _id: string; outcome: string }[] = [];
  for (let from = 0; from < ids.length; from += OFFER_LIMITS.bulk) {
    const answer = await api(setOffersActive, { body: { ids: ids.slice(from, from + OFFER_LIMITS.bulk), isActive } });
    results.push(...answer.results);
  }
  const of = (outcome: string) => results.filter((result) => result.outcome === outcome);
  return {
    changed: of('changed').map(({ _id }) => _id),
    unchanged: of('unchanged').length,
    gone: of('not_found').length,
  };
}

/** Deletes an offer. An offer that is already gone counts as deleted. */
export async function removeOffer(id: string): Promise<void> {
  try {
    await api(deleteOffer, { params: { id } });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const queriesOf =
  (offerCategory: OfferCategory): ScreenQueries =>
  (client, { search }) => [client.prefetchQuery(offersQuery(offerCategory, listQueryOf(OFFERS, search)))];

export const primeQueries = queriesOf('prime');
export const regularQueries = queriesOf('regular');

import { VERIFIED_BY } from '@muneem/contract/admins';
import type { RouteAnswer } from '@muneem/contract/http';
import { verifyOfferClaim, getOfferClaim, listPendingOffers, type PendingOffer } from '@muneem/contract/offer-claims';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { OutcomeError } from '#lib/find-outcome.ts';
import { queryClient } from '#lib/query-client.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';
import { copy } from './offer-claims.copy.ts';

export const CLAIMS = listConfig({
  sorts: ['date', 'coins'],
  filters: { period: oneOf(['all', 'today', 'week'], 'all') },
});

type ClaimsPage = Pick<Exclude<RouteAnswer<typeof listPendingOffers>, readonly unknown[]>, 'offers' | 'total'>;

export const claimsQuery = (query: QueryOf<typeof CLAIMS>) =>
  queryOptions({
    queryKey: ['offer-claims', 'list', query],
    // Only a call without `page` gets the documented array.
    queryFn: async ({ signal }) => (await api(listPendingOffers, { query, signal })) as ClaimsPage,
  });

/** Returns the credited coins. */
export const decideClaim = (
  { id, userId, coins }: PendingOffer,
  verdict: { approved: boolean; reason?: string },
): Promise<{ coins: number }> =>
  api(verifyOfferClaim, { params: { id }, body: { userId, coins, verifiedBy: VERIFIED_BY, ...verdict } });

/**
 * Returns the coins of a decision whose response was lost, if it was made.
 * @throws OutcomeError if the claim was decided otherwise
 */
export async function findVerdict({ id }: PendingOffer, approved: boolean): Promise<{ coins: number } | null> {
  const { claim } = await api(getOfferClaim, { params: { id } });
  if (claim.status === 'pending') return null;
  if ((claim.status === 'approved') === approved) return { coins: claim.creditedCoins };
  throw new OutcomeError(copy.decidedOtherwise(claim.status, claim.verifiedBy));
}

/** Removes a decided claim before the refetch, so that it cannot be decided twice. */
export const dropClaim = (id: string): void =>
  void queryClient.setQueriesData<ClaimsPage>(
    { queryKey: ['offer-claims', 'list'] },
    (page) => page && { ...page, offers: page.offers.filter((claim) => claim.id !== id) },
  );

export const refreshClaims = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['offer-claims'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(claimsQuery(listQueryOf(CLAIMS, search))),
];

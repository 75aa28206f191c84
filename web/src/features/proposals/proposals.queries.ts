import { getProposal, getSecondPerson, listProposals } from '@muneem/contract/proposals';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf, readUrlState, text } from '#lib/url-state.ts';

export const URL_STATE = { status: oneOf(['open', 'all'], 'open'), proposal: text() };

export const proposalsQuery = (status: 'open' | 'all') =>
  routeQuery(['proposals', 'list', status], listProposals, { query: { status } });

export const proposalQuery = (id: string) => routeQuery(['proposals', 'one', id], getProposal, { params: { id } });

/** Never from the cache: each decision uses a part of the day's limit. */
export const secondPersonQuery = () => routeQuery(['proposals', 'limits'], getSecondPerson, {}, { staleTime: 0 });

export const refreshProposals = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['proposals'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(proposalsQuery(readUrlState(URL_STATE, search).status)),
];

import { getClickEvidence, listOwedReversals } from '@muneem/contract/evidence';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const evidenceQuery = (clickId: string) =>
  queryOptions({
    queryKey: ['evidence', 'click', clickId],
    queryFn: ({ signal }) => api(getClickEvidence, { params: { id: clickId }, signal }),
  });

export const owedReversalsQuery = () =>
  queryOptions({
    queryKey: ['evidence', 'owed'],
    queryFn: ({ signal }) => api(listOwedReversals, { signal }),
  });

export const screenQueries: ScreenQueries = (client) => [client.prefetchQuery(owedReversalsQuery())];

export const clickQueries: ScreenQueries = (client, { params: { id = '' } }) => [
  client.prefetchQuery(evidenceQuery(id.trim().toUpperCase())),
];

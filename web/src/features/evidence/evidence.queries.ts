import { getClickEvidence, listClaimReversals, listOwedReversals } from '@muneem/contract/evidence';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

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

export const claimReversalsQuery = () =>
  queryOptions({
    queryKey: ['evidence', 'claimed'],
    queryFn: ({ signal }) => api(listClaimReversals, { signal }),
  });

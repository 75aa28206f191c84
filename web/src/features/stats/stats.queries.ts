import { getStats } from '@muneem/contract/stats';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { ScreenQueries } from '#lib/screen.ts';

/** The refresh interval of a visible dashboard. */
export const REFRESH_MS = 10_000;

/** The dashboard's numbers. Refetched while the window is visible. */
export const statsQuery = () =>
  queryOptions({
    queryKey: ['stats'],
    queryFn: ({ signal }) => api(getStats, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const dashboardQueries: ScreenQueries = (client) => [client.prefetchQuery(statsQuery())];

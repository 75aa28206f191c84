import { getStats } from '@muneem/contract/stats';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const REFRESH_MS = 10_000;

export const statsQuery = () => routeQuery(['stats'], getStats, {}, { refetchInterval: REFRESH_MS });

export const dashboardQueries: ScreenQueries = (client) => [client.prefetchQuery(statsQuery())];

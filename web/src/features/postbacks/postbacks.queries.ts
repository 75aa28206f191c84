import { getPostbackStats, listCustomPostbacks } from '@muneem/contract/custom-postbacks';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf, readUrlState } from '#lib/url-state.ts';

export const TABS = ['system', 'custom', 'analytics', 'log'] as const;
export type Tab = (typeof TABS)[number];
export const TAB = { tab: oneOf(TABS, 'system') };

/** The refresh interval of the numbers. Paused while the window is in the background. */
export const REFRESH_MS = 10_000;
const DEFAULT_DAYS = 30;

/** Under the key `offers`, so that saving an offer refetches its URLs. */
export const postbackUrlsQuery = (id: string) =>
  routeQuery(['offers', 'postback-urls', id], getPostbackUrls, { params: { id } }, { refetchInterval: REFRESH_MS });

/** All custom postbacks of the offer. There are at most 200, so the screen filters them locally. */
export const customPostbacksQuery = (offerId: string) =>
  routeQuery(
    ['custom-postbacks', 'list', offerId],
    listCustomPostbacks,
    { params: { id: offerId }, query: {} },
    { refetchInterval: REFRESH_MS },
  );

export const postbackStatsQuery = (offerId: string, days: number = DEFAULT_DAYS) =>
  routeQuery(
    ['custom-postbacks', 'stats', offerId, days],
    getPostbackStats,
    { params: { id: offerId }, query: { days } },
    { refetchInterval: REFRESH_MS },
  );

/** Refreshes the cards, the stat cards, the tables and the outbound log. */
export const refreshCustomPostbacks = (): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: ['custom-postbacks'] });

export const screenQueries: ScreenQueries = (client, { params: { id = '' }, search }) => {
  const { tab } = readUrlState(TAB, search);
  return [
    client.prefetchQuery(postbackStatsQuery(id)),
    ...(tab === 'system' ? [client.prefetchQuery(postbackUrlsQuery(id))] : []),
    ...(tab === 'custom' ? [client.prefetchQuery(customPostbacksQuery(id))] : []),
  ];
};

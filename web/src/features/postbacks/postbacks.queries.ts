import { getPostbackStats, listCustomPostbacks } from '@muneem/contract/custom-postbacks';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf, readUrlState } from '#lib/url-state.ts';

export const TABS = ['system', 'custom', 'analytics', 'log'] as const;
export type Tab = (typeof TABS)[number];
/** Which tab is open, in the address. */
export const TAB = { tab: oneOf(TABS, 'system') };

/** How often the numbers of an open screen are asked for again; not while the window is in the background. */
export const REFRESH_MS = 10_000;
/** The furthest back that the chart goes when nobody chose. */
export const DEFAULT_DAYS = 30;

/** Under `offers`, so that a saved offer's addresses are asked for again. */
export const postbackUrlsQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'postback-urls', id],
    queryFn: ({ signal }) => api(getPostbackUrls, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Every custom postback of the offer: there are at most 200, and the filters of the screen are then instant. */
export const customPostbacksQuery = (offerId: string) =>
  queryOptions({
    queryKey: ['custom-postbacks', 'list', offerId],
    queryFn: ({ signal }) => api(listCustomPostbacks, { params: { id: offerId }, query: {}, signal }),
    refetchInterval: REFRESH_MS,
  });

export const postbackStatsQuery = (offerId: string, days: number = DEFAULT_DAYS) =>
  queryOptions({
    queryKey: ['custom-postbacks', 'stats', offerId, days],
    queryFn: ({ signal }) => api(getPostbackStats, { params: { id: offerId }, query: { days }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Cards, stat cards, tables and the log of what was sent. */
export const refreshCustomPostbacks = (queryClient: QueryClient): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: ['custom-postbacks'] });

export const screenQueries: ScreenQueries = (client, { params: { id = '' }, search }) => {
  const { tab } = readUrlState(TAB, search);
  return [
    client.prefetchQuery(postbackStatsQuery(id)),
    ...(tab === 'system' ? [client.prefetchQuery(postbackUrlsQuery(id))] : []),
    ...(tab === 'custom' ? [client.prefetchQuery(customPostbacksQuery(id))] : []),
  ];
};

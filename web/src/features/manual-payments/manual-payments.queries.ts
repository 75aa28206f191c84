import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  CLICK_SEARCH_TYPES,
  PAYABLE_CLICK_STATUSES,
  markClicksPaid,
  markClickPaid,
  prepareBulkPayment,
  listManualPayments,
  listPayableClicks,
  type PayableClick,
} from '@muneem/contract/manual-payments';
import { api } from '#lib/api.ts';
import { routeQuery } from '#lib/route-query.ts';
import { errorText } from '#lib/api-error.ts';
import { queryClient } from '#lib/query-client.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';

export const CLICKS = listConfig({
  sorts: ['createdAt'],
  limit: 100,
  filters: { searchType: oneOf(CLICK_SEARCH_TYPES, 'general') },
});
type ClicksQuery = QueryOf<typeof CLICKS>;

/** The URL state of the history window, separate from the list. */
export const HISTORY = listConfig({ sorts: ['paidAt'], prefix: 'h-', inWindow: true });

export const clicksQuery = ({ page, limit, anchor, search, searchType }: ClicksQuery) =>
  routeQuery(['manual-payments', 'clicks', { page, limit, anchor, search, searchType }], listPayableClicks, {
    query: { page, limit, anchor, search, searchType, statuses: PAYABLE_CLICK_STATUSES.join(',') },
  });

export const historyQuery = (query: QueryOf<typeof HISTORY>) =>
  routeQuery(['manual-payments', 'history', query], listManualPayments, { query });

const bodyOf = ({ clickId, userId, rewardCoins }: PayableClick) => ({
  clickId,
  userId: userId?._id ?? null,
  coins: rewardCoins,
});

export const payClick = (click: PayableClick) => api(markClickPaid, { body: bodyOf(click) });

/** Returns the payment of a click, or null if it is unpaid. For callers that got no response. */
export async function findPayment({ clickId }: PayableClick): Promise<{ coins: number } | null> {
  const { history } = await api(listManualPayments, { query: { search: clickId, limit: 5 } });
  const found = history.find((payment) => payment.clickId === clickId);
  return found === undefined ? null : { coins: found.rewardCoins };
}

/** The list of all clicks that match now. Never refetched: the admin confirms exactly this list. */
export const preparedQuery = ({ search, searchType }: Pick<ClicksQuery, 'search' | 'searchType'>) => ({
  queryKey: ['pay-all', { search, searchType }],
  queryFn: () => api(prepareBulkPayment, { body: { search, searchType } }),
  gcTime: 0,
  staleTime: Infinity,
  retry: false,
});

export const payClicks = (clicks: readonly PayableClick[]) =>
  api(markClicksPaid, { body: { clicks: clicks.map(bodyOf) } });

/** The specification has two texts: for a refusal without a message, and for no response. */
export const failureText = (error: unknown, words: { readonly failed: string; readonly error: string }): string =>
  errorText(error, error instanceof ApiError && error.kind === 'http' ? words.failed : words.error);

/** Removes a paid click before the refetch, so that it cannot be paid twice. */
export const dropClick = ({ clickId }: PayableClick): void =>
  void queryClient.setQueriesData<RouteAnswer<typeof listPayableClicks>>(
    { queryKey: ['manual-payments', 'clicks'] },
    (page) => page && { ...page, clicks: page.clicks.filter((click) => click.clickId !== clickId) },
  );

export const refreshClicks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['manual-payments'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(clicksQuery(listQueryOf(CLICKS, search))),
];

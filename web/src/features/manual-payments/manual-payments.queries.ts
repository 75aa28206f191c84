import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  CLICK_SEARCH_TYPES,
  PAYABLE_CLICK_STATUSES,
  payManyClicks,
  payOneClick,
  prepareBulkPayment,
  readManualPayments,
  readPayableClicks,
  type PaidClickResult,
  type PayableClick,
} from '@muneem/contract/manual-payments';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type ListQueryState, type ListState } from '#ui/data-table/index.ts';

const FILTERS = { searchType: oneOf(CLICK_SEARCH_TYPES, 'general') };

/** What the list keeps in the address. */
export const CLICKS = listConfig({ sorts: ['createdAt'], limit: 100, filters: FILTERS });
export type ClicksList = ListState<'createdAt', typeof FILTERS>;
type ClicksQuery = ClicksList['query'];

/** What the history window keeps in the address, apart from the list below it. */
export const HISTORY = listConfig({ sorts: ['paidAt'], limit: 50, filters: {}, prefix: 'h-' });
type HistoryQuery = ListQueryState<'paidAt', Record<never, never>>;

export const clicksQuery = ({ page, limit, search, searchType }: ClicksQuery) =>
  queryOptions({
    queryKey: ['manual-payments', 'clicks', { page, limit, search, searchType }],
    queryFn: ({ signal }) =>
      api(readPayableClicks, {
        query: { page, limit, search, searchType, statuses: PAYABLE_CLICK_STATUSES.join(',') },
        signal,
      }),
  });

export const historyQuery = (query: HistoryQuery) =>
  queryOptions({
    queryKey: ['manual-payments', 'history', query],
    queryFn: ({ signal }) => api(readManualPayments, { query, signal }),
  });

const bodyOf = ({ clickId, userId, rewardCoins }: PayableClick) => ({
  clickId,
  userId: userId?._id ?? null,
  coins: rewardCoins,
});

export const payClick = (click: PayableClick) => api(payOneClick, { body: bodyOf(click) });

/** What a click was paid, when it was; undefined while it is not. For whoever did not get the answer. */
export async function findPayment({ clickId }: PayableClick): Promise<{ coins: number } | undefined> {
  const { history } = await api(readManualPayments, { query: { search: clickId, limit: 5 } });
  const found = history.find((payment) => payment.clickId === clickId);
  return found && { coins: found.rewardCoins };
}

export const preparePayAll = (filter: Pick<ClicksQuery, 'search' | 'searchType'>) =>
  api(prepareBulkPayment, { body: { search: filter.search, searchType: filter.searchType } });

/** What became of each. Where the server tells the sums alone (document 001 §7) and not all were paid, the history says which. */
export async function payClicks(
  clicks: readonly PayableClick[],
): Promise<{ readonly coins: number; readonly results: readonly Omit<PaidClickResult, 'transactionId'>[] }> {
  const { summary, results } = await api(payManyClicks, { body: { clicks: clicks.map(bodyOf) } });
  const coins = summary.totalCoins;
  if (results !== undefined) return { coins, results };
  const isPaid = async (click: PayableClick): Promise<boolean> =>
    summary.successful === clicks.length || (await findPayment(click)) !== undefined;
  const told = clicks.map(async (click) => {
    const success = await isPaid(click);
    return { clickId: click.clickId, success, coins: success ? click.rewardCoins : 0, message: null };
  });
  return { coins, results: await Promise.all(told) };
}

/** The specification has two sentences: for a server that refused without a word, and for none that answered. */
export const failureText = (error: unknown, words: { readonly failed: string; readonly error: string }): string =>
  errorText(error, error instanceof ApiError && error.kind === 'http' ? words.failed : words.error);

/** A paid click leaves the lists before they are read again: it cannot be paid twice. */
export const dropClick = (queryClient: QueryClient, { clickId }: PayableClick): void =>
  void queryClient.setQueriesData<RouteAnswer<typeof readPayableClicks>>(
    { queryKey: ['manual-payments', 'clicks'] },
    (page) => page && { ...page, clicks: page.clicks.filter((click) => click.clickId !== clickId) },
  );

export const refreshClicks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['manual-payments'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(clicksQuery(listQueryOf(CLICKS, search))),
];

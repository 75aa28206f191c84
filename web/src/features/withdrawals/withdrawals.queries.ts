import type { RouteAnswer } from '@muneem/contract/http';
import { getPayoutAttention } from '@muneem/contract/payouts';
import {
  getWithdrawal,
  HISTORY_PAGE_SIZE,
  HISTORY_SORTS,
  HISTORY_STATUSES,
  getAutoPayoutStatus,
  getPayoutBalance,
  getWithdrawalHistory,
  listWithdrawals,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '@muneem/contract/withdrawals';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { day, oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type ListOf, type QueryOf } from '#ui/data-table/index.ts';

export const TABS = [...WITHDRAWAL_STATUSES, 'all'] as const;
/** The list state in the URL. Pending withdrawals: oldest first. */
export const WITHDRAWALS = listConfig({
  sorts: ['date', 'amount', 'coins'],
  order: ({ status }) => (status === 'pending' ? 'asc' : 'desc'),
  filters: { status: oneOf(TABS, 'pending'), period: oneOf(['all', 'today', 'week'], 'all') },
});
export type WithdrawalsList = ListOf<typeof WITHDRAWALS>;
export type WithdrawalsQuery = WithdrawalsList['query'];

export const HISTORY = listConfig({
  sorts: HISTORY_SORTS,
  limit: HISTORY_PAGE_SIZE,
  filters: { status: oneOf(['all', ...HISTORY_STATUSES], 'all'), startDate: day(), endDate: day() },
  prefix: 'h-',
  inWindow: true,
});

export type WithdrawalsPage = RouteAnswer<typeof listWithdrawals>;

export const withdrawalsQuery = (query: WithdrawalsQuery) =>
  routeQuery(['withdrawals', 'list', query], listWithdrawals, { query });

export const historyQuery = (query: QueryOf<typeof HISTORY>) =>
  routeQuery(['withdrawals', 'history', query], getWithdrawalHistory, { query });

const WHILE_PAYING_MS = 5_000;

export const withdrawalQuery = (id: string) =>
  routeQuery(
    ['withdrawals', 'one', id],
    getWithdrawal,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data?.withdrawal.status === 'processing' ? WHILE_PAYING_MS : false),
    },
  );

export const balanceQuery = () => routeQuery(['payout-balance'], getPayoutBalance, {}, { staleTime: 30_000 });

export const autoPayoutQuery = () => routeQuery(['auto-payout'], getAutoPayoutStatus, {});

/** Payments and differences that need a person. */
export const attentionCountQuery = () =>
  queryOptions({
    queryKey: ['withdrawals', 'attention-count'],
    queryFn: async ({ signal }) => {
      const { total, alerts, openDifferences } = await api(getPayoutAttention, { query: { limit: 1 }, signal });
      // The alert about differences counts the same differences.
      return total + alerts.filter(({ kind }) => kind !== 'reconciliation').length + openDifferences;
    },
  });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(withdrawalsQuery(listQueryOf(WITHDRAWALS, search))),
  client.prefetchQuery(balanceQuery()),
  client.prefetchQuery(autoPayoutQuery()),
  client.prefetchQuery(attentionCountQuery()),
];

/** Shows a decision before the refetch: the row leaves its tab and cannot be decided twice. */
export function showDecision(id: string, status: WithdrawalStatus): void {
  for (const [key, page] of queryClient.getQueriesData<WithdrawalsPage>({ queryKey: ['withdrawals', 'list'] })) {
    const { status: tab } = key[2] as WithdrawalsQuery;
    const withdrawals = page?.withdrawals
      .map((row) => (row.id === id ? { ...row, status } : row))
      .filter((row) => row.id !== id || tab === 'all' || tab === status);
    if (withdrawals) queryClient.setQueryData(key, { ...page, withdrawals });
  }
  const { queryKey } = withdrawalQuery(id);
  queryClient.setQueryData(queryKey, (one) => one && { ...one, withdrawal: { ...one.withdrawal, status } });
}

/** Refetches lists, cards, details and the provider's balance. */
export const refreshWithdrawals = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['withdrawals'] }),
    queryClient.invalidateQueries({ queryKey: ['payout-balance'] }),
  ]);

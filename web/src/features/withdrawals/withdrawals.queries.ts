import { getPayoutAttention } from '@muneem/contract/payouts';
import {
  getAutoPayoutStatus,
  getPayoutBalance,
  getWithdrawal,
  getWithdrawalHistory,
  HISTORY_PAGE_SIZE,
  HISTORY_STATUSES,
  listWithdrawals,
  WITHDRAWAL_STATUSES,
} from '@muneem/contract/withdrawals';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { AskFirst } from '#lib/first-data.ts';
import { day, oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type ListQueryState } from '#ui/data-table/index.ts';

export const TABS = [...WITHDRAWAL_STATUSES, 'all'] as const;
export const PERIODS = ['all', 'today', 'week'] as const;
const FILTERS = { status: oneOf(TABS, 'pending'), period: oneOf(PERIODS, 'all') };

/** What the list keeps in the address. */
export const WITHDRAWALS = listConfig({ sorts: ['date', 'amount', 'coins'], limit: 50, filters: FILTERS });
export type WithdrawalsQuery = ListQueryState<'date' | 'amount' | 'coins', typeof FILTERS>;

export const HISTORY_TABS = ['all', ...HISTORY_STATUSES] as const;
const HISTORY_FILTERS = { status: oneOf(HISTORY_TABS, 'all'), startDate: day(), endDate: day() };

/** What the history window keeps in the address, apart from the list below it. */
export const HISTORY = listConfig({
  sorts: ['date', 'amount', 'coins'],
  limit: HISTORY_PAGE_SIZE,
  filters: HISTORY_FILTERS,
  prefix: 'h-',
});
export type HistoryQuery = ListQueryState<'date' | 'amount' | 'coins', typeof HISTORY_FILTERS>;

export const withdrawalsQuery = (query: WithdrawalsQuery) =>
  queryOptions({
    queryKey: ['withdrawals', 'list', query],
    queryFn: ({ signal }) => api(listWithdrawals, { query, signal }),
  });

export const askFirst: AskFirst = (client, search) =>
  void client.prefetchQuery(withdrawalsQuery(listQueryOf(WITHDRAWALS, search)));

export const historyQuery = ({ startDate, endDate, ...query }: HistoryQuery) =>
  queryOptions({
    queryKey: ['withdrawals', 'history', { ...query, startDate, endDate }],
    queryFn: ({ signal }) =>
      api(getWithdrawalHistory, {
        query: { ...query, startDate: startDate || undefined, endDate: endDate || undefined },
        signal,
      }),
  });

const WHILE_PAYING_MS = 5_000;

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: ['withdrawals', 'one', id],
    queryFn: ({ signal }) => api(getWithdrawal, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.withdrawal.status === 'processing' ? WHILE_PAYING_MS : false),
  });

export const balanceQuery = () =>
  queryOptions({
    queryKey: ['payout-balance'],
    queryFn: ({ signal }) => api(getPayoutBalance, { signal }),
    staleTime: 30_000,
  });

export const autoPayoutQuery = () =>
  queryOptions({
    queryKey: ['auto-payout'],
    queryFn: ({ signal }) => api(getAutoPayoutStatus, { signal }),
  });

/** How many payments and differences a person has to look at. */
export const attentionCountQuery = () =>
  queryOptions({
    queryKey: ['withdrawals', 'attention-count'],
    queryFn: async ({ signal }) => {
      const { total, alerts, openDifferences } = await api(getPayoutAttention, { query: { limit: 1 }, signal });
      // The alert about differences stands for the same differences.
      return total + alerts.filter(({ kind }) => kind !== 'reconciliation').length + openDifferences;
    },
  });

/** Lists, cards, details, and the provider's balance after money moved. */
export const refreshWithdrawals = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['withdrawals'] }),
    queryClient.invalidateQueries({ queryKey: ['payout-balance'] }),
  ]);

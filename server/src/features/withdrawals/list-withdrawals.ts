import { rupeesFromPaise } from '@muneem/contract/money';
import type { RouteQuery } from '@muneem/contract/http';
import {
  HISTORY_STATUSES,
  WITHDRAWAL_STATUSES,
  type getWithdrawalHistory,
  type listWithdrawals as listRoute,
  type WithdrawalStats,
} from '@muneem/contract/withdrawals';
import { endOfKolkataDay, startOfKolkataDay, startOfKolkataPeriod } from '#platform/clock/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { viewListedWithdrawals, viewWithdrawals } from './withdrawal.mapper.ts';
import {
  listWithdrawalRows,
  readTotals,
  type StatusTotals,
  type WithdrawalFilter,
} from './withdrawal-list.repository.ts';

type ListDependencies = Pick<Platform, 'database' | 'clock'>;

export async function listWithdrawals(
  { database, clock }: ListDependencies,
  query: RouteQuery<typeof listRoute>,
): Promise<HandlerAnswer<typeof listRoute>> {
  const now = clock.now();
  const filter: WithdrawalFilter = {
    statuses: query.status === 'all' ? null : [query.status],
    search: query.search,
    from: startOfKolkataPeriod(query.period, now),
    until: null,
  };
  const all = await readTotals(database);
  const { rows, totals, ...found } = await listWithdrawalRows(database, filter, query, all);
  const statuses = filter.statuses ?? WITHDRAWAL_STATUSES;
  return {
    withdrawals: await viewListedWithdrawals(database, rows),
    total: statuses.reduce((sum, status) => sum + totals[status].withdrawals, 0),
    ...found,
    counts: {
      pending: all.pending.withdrawals,
      processing: all.processing.withdrawals,
      completed: all.completed.withdrawals,
      rejected: all.rejected.withdrawals,
      payment_failed: all.payment_failed.withdrawals,
    },
    pending: { coins: all.pending.coins, amount: rupeesFromPaise(all.pending.amountPaise) },
    asOf: now.toISOString(),
  };
}

export async function listHistory(
  { database }: ListDependencies,
  query: RouteQuery<typeof getWithdrawalHistory>,
): Promise<HandlerAnswer<typeof getWithdrawalHistory>> {
  const { page, limit, status } = query;
  const filter: WithdrawalFilter = {
    statuses: status === 'all' ? HISTORY_STATUSES : [status],
    summed: HISTORY_STATUSES,
    search: query.search,
    from: query.startDate === undefined ? null : startOfKolkataDay(query.startDate),
    until: query.endDate === undefined ? null : endOfKolkataDay(query.endDate),
  };
  const all = await readTotals(database);
  const { rows, totals, ...found } = await listWithdrawalRows(database, filter, query, all);
  const stats = toStats(totals);
  const total = status === 'all' ? stats.total : totals[status].withdrawals;
  return {
    withdrawals: await viewWithdrawals(database, rows),
    stats,
    pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
    total,
    ...found,
  };
}

const toStats = (totals: StatusTotals): WithdrawalStats => ({
  total: HISTORY_STATUSES.reduce((sum, status) => sum + totals[status].withdrawals, 0),
  completed: totals.completed.withdrawals,
  rejected: totals.rejected.withdrawals,
  processing: totals.processing.withdrawals,
  failed: totals.payment_failed.withdrawals,
  completedAmount: rupeesFromPaise(totals.completed.amountPaise),
});

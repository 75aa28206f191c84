import { WITHDRAWAL_STATUSES, type WithdrawalRow, type WithdrawalStatus } from '@muneem/contract/withdrawals';
import { KOLKATA_AHEAD_MS } from '#lib/format.ts';
import { sumRupees } from '#lib/sum-rupees.ts';

interface ListQuery {
  readonly status: WithdrawalStatus | 'all';
  readonly period: 'all' | 'today' | 'week';
  readonly search: string;
  readonly sort: 'date' | 'amount' | 'coins';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
}

export interface WithdrawalsPage {
  readonly withdrawals: readonly WithdrawalRow[];
  readonly total: number;
  readonly isCutShort: boolean;
  readonly counts: Readonly<Record<WithdrawalStatus, number>>;
  /** Coins and rupees of all pending ones. */
  readonly pending: { readonly coins: number; readonly amount: number };
  /** The server's time of this answer. Undefined if it sends none. */
  readonly asOf: string | undefined;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Filters, sorts, counts and pages the answer of a server that always sends all withdrawals (document 001 §7). Days are those
 * of Asia/Kolkata, and weeks begin on Monday.
 */
export function pageOfWhole(all: readonly WithdrawalRow[], query: ListQuery, now: Date): WithdrawalsPage {
  const pending = all.filter(({ status }) => status === 'pending');
  const since = beginOf(query.period, now);
  const search = query.search.trim().toLowerCase();
  const matching = all
    .filter(({ status }) => query.status === 'all' || status === query.status)
    .filter(({ date }) => Date.parse(date) >= since)
    .filter(({ paymentMethod: { upiId, accountNumber } }) =>
      [upiId, accountNumber].some((text) => (text ?? '').toLowerCase().includes(search)),
    )
    .toSorted((one, other) => (query.order === 'asc' ? 1 : -1) * compare(one[query.sort], other[query.sort]));
  return {
    withdrawals: matching.slice((query.page - 1) * query.limit, query.page * query.limit),
    total: matching.length,
    isCutShort: false,
    counts: Object.fromEntries(
      WITHDRAWAL_STATUSES.map((status) => [status, all.filter((row) => row.status === status).length]),
    ) as Record<WithdrawalStatus, number>,
    pending: {
      coins: pending.reduce((sum, { coins }) => sum + coins, 0),
      amount: sumRupees(pending.map(({ amount }) => amount)),
    },
    asOf: undefined,
  };
}

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0);

function beginOf(period: ListQuery['period'], now: Date): number {
  if (period === 'all') return -Infinity;
  const day = Math.floor((now.getTime() + KOLKATA_AHEAD_MS) / DAY_MS);
  // 1 January 1970 was a Thursday.
  const first = period === 'today' ? day : day - ((day + 3) % 7);
  return first * DAY_MS - KOLKATA_AHEAD_MS;
}

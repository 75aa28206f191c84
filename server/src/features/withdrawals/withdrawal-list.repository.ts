import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import { MAX_COUNTED_WITHDRAWALS, type WithdrawalStatus } from '@muneem/contract/withdrawals';
import {
  allOf,
  MOST_COLLECTED,
  raw,
  sql,
  textMatch,
  type Queryable,
  type Sql,
  type TextMatch,
} from '#platform/database/index.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawals.repository.ts';

export interface WithdrawalFilter {
  readonly statuses: readonly WithdrawalStatus[] | null;
  /** Statuses for the sums. Default: `statuses`. */
  readonly summed?: readonly WithdrawalStatus[];
  readonly search: string;
  /** Both limits are midnights in Asia/Kolkata. */
  readonly from: Date | null;
  readonly until: Date | null;
}

interface WithdrawalPage {
  readonly sort: 'verified' | 'date' | 'amount' | 'coins';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
}

const SORT_COLUMNS = {
  verified: 'coalesce(verified_at, created_at)',
  date: 'created_at',
  amount: 'amount_paise',
  coins: 'coins',
} as const;

const span = ({ statuses, from, until }: WithdrawalFilter): Sql =>
  allOf([
    ...(statuses === null ? [] : [sql`status = any (${statuses}::text[])`]),
    ...(from === null ? [] : [sql`created_at >= ${from}`]),
    ...(until === null ? [] : [sql`created_at < ${until}`]),
  ]);

/** Four or more digits are more selective than words: the index probes them, then the full text is compared. */
const DIGITS = /\d{4,}/g;

function matchWithdrawals(search: string): TextMatch {
  const [digits = search] = (search.match(DIGITS) ?? []).sort((a, b) => b.length - a.length);
  return textMatch(sql`search`, [search], [digits]);
}

/** A page, and sums of the filter's matches over all statuses. */
interface WithdrawalList {
  readonly rows: WithdrawalRow[];
  readonly totals: StatusTotals;
  /** True if the sums cover only the first `MAX_COUNTED_WITHDRAWALS` matches. */
  readonly isCutShort: boolean;
}

/** @param all sums of every withdrawal, from `readTotals` */
export async function listWithdrawalRows(
  q: Queryable,
  filter: WithdrawalFilter,
  page: WithdrawalPage,
  all: StatusTotals,
): Promise<WithdrawalList> {
  const { search } = filter;
  if (search === '') {
    const [rows, totals] = await Promise.all([
      pageOf(q, page, span(filter)),
      hasNoDates(filter) ? all : sumDays(q, filter),
    ]);
    return { rows, totals, isCutShort: false };
  }
  const { byIndex, inOrder } = matchWithdrawals(search);
  const collected = byIndex && (await collect(q, filter, page, byIndex));
  if (collected) return { ...collected, isCutShort: false };
  const [rows, totals] = await Promise.all([
    pageOf(q, page, sql`${span(filter)} and ${inOrder}`),
    sumFirst(q, sql`${span({ ...filter, statuses: filter.summed ?? filter.statuses })} and ${inOrder}`),
  ]);
  return { rows, totals, isCutShort: countAll(totals) === MAX_COUNTED_WITHDRAWALS };
}

/** Returns the oldest matching withdrawals, at most `limit`. */
export async function findLongestWaiting(
  q: Queryable,
  filter: WithdrawalFilter,
  limit: number,
): Promise<WithdrawalRow[]> {
  const page = { sort: 'date', order: 'asc', page: 1, limit } as const;
  if (filter.search === '') return pageOf(q, page, span(filter));
  const { byIndex, inOrder } = matchWithdrawals(filter.search);
  const collected = byIndex && (await collect(q, filter, page, byIndex));
  return collected ? collected.rows : pageOf(q, page, sql`${span(filter)} and ${inOrder}`);
}

const countAll = (totals: StatusTotals): number =>
  Object.values(totals).reduce((sum, { withdrawals }) => sum + withdrawals, 0);

/** Without a date filter the stored totals already have the sums. */
const hasNoDates = ({ from, until }: WithdrawalFilter): boolean => from === null && until === null;

/** Collects the matches, for the page and the sums. @returns null if there are too many */
async function collect(
  q: Queryable,
  filter: WithdrawalFilter,
  page: WithdrawalPage,
  match: Sql,
): Promise<Omit<WithdrawalList, 'isCutShort'> | null> {
  const by = raw(`${SORT_COLUMNS[page.sort]} ${page.order}, id ${page.order}`);
  const [found] = await q.query<{ ids: string[]; sums: TotalRow[] | null }>(sql`
    with found as materialized (
      select id, created_at, verified_at, status, coins, amount_paise from withdrawals
      where ${span({ ...filter, statuses: null })} and ${match} limit ${MOST_COLLECTED}
    )
    select
      array(select id from found where ${span(filter)} order by ${by} limit ${page.limit} offset ${offsetOf(page)}) as ids,
      (select json_agg(json_build_object('status', status, 'withdrawals', withdrawals, 'coins', coins, 'amountPaise', paise)) from (
        select status, count(*) as withdrawals, sum(coins) as coins, sum(amount_paise) as paise from found group by status) s) as sums`);
  const totals = byStatus(found?.sums ?? []);
  if (countAll(totals) === MOST_COLLECTED) return null;
  const rows = await q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where id = any (${found?.ids ?? []}::text[]) order by ${by}`);
  return { rows, totals };
}

const offsetOf = ({ page, limit }: WithdrawalPage): number => (page - 1) * limit;

function pageOf(q: Queryable, page: WithdrawalPage, which: Sql): Promise<WithdrawalRow[]> {
  const by = raw(`${SORT_COLUMNS[page.sort]} ${page.order}, id ${page.order}`);
  return q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where ${which} order by ${by} limit ${page.limit} offset ${offsetOf(page)}`);
}

const days = ({ statuses, from, until }: WithdrawalFilter): Sql =>
  allOf([
    ...(statuses === null ? [] : [sql`status = any (${statuses}::text[])`]),
    ...(from === null ? [] : [sql`day >= (${from}::timestamptz at time zone 'Asia/Kolkata')::date`]),
    ...(until === null ? [] : [sql`day < (${until}::timestamptz at time zone 'Asia/Kolkata')::date`]),
  ]);

export type StatusTotals = Record<WithdrawalStatus, { withdrawals: number; coins: Coins; amountPaise: Paise }>;

interface TotalRow {
  status: WithdrawalStatus;
  withdrawals: number;
  coins: Coins;
  amountPaise: Paise;
}

/** Reads the stored totals of all withdrawals. */
export async function readTotals(q: Queryable): Promise<StatusTotals> {
  return byStatus(await q.query<TotalRow>(sql`select status, withdrawals, coins, amount_paise from withdrawal_totals`));
}

/** Sums the stored daily totals of a date range. */
async function sumDays(q: Queryable, filter: WithdrawalFilter): Promise<StatusTotals> {
  return byStatus(
    await q.query<TotalRow>(sql`
      select status, sum(withdrawals)::bigint as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
      from withdrawal_days where ${days({ ...filter, statuses: null })} group by status`),
  );
}

/** Sums the first `MAX_COUNTED_WITHDRAWALS` matches. */
async function sumFirst(q: Queryable, which: Sql): Promise<StatusTotals> {
  return byStatus(
    await q.query<TotalRow>(sql`
      select status, count(*) as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
      from (select status, coins, amount_paise from withdrawals where ${which} limit ${MAX_COUNTED_WITHDRAWALS}) w
      group by status`),
  );
}

function byStatus(rows: readonly TotalRow[]): StatusTotals {
  const none = (): StatusTotals[WithdrawalStatus] => ({ withdrawals: 0, coins: coins(0), amountPaise: paise(0) });
  const totals: StatusTotals = {
    pending: none(),
    processing: none(),
    completed: none(),
    rejected: none(),
    payment_failed: none(),
  };
  for (const { status, withdrawals, coins, amountPaise } of rows) totals[status] = { withdrawals, coins, amountPaise };
  return totals;
}

import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import { MAX_COUNTED_WITHDRAWALS, type WithdrawalStatus } from '@muneem/contract/withdrawals';
import { allOf, containsPattern, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
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

/** Matches without an index, so PostgreSQL scans in the list's order. */
const matchesUnindexed = (search: string): Sql => sql`position(${search.toLowerCase()} in search) > 0`;

const TRIGRAM = 3;
/** Four or more digits are more selective than words: the index probes them, then the full text is compared. */
const DIGITS = /\d{4,}/g;

function byIndex(search: string): Sql {
  if ([...search].length < TRIGRAM) return sql`letters_and_pairs(search) @> array[${search.toLowerCase()}]`;
  const [digits] = (search.match(DIGITS) ?? []).sort((a, b) => b.length - a.length);
  const probe = sql`search like ${containsPattern((digits ?? search).toLowerCase())}`;
  return digits === undefined || digits === search ? probe : sql`${probe} and ${matchesUnindexed(search)}`;
}

const COMMON_SHARE = 0.005;
const FEW_ROWS = 50_000;
const SAMPLED_ROWS = 2_000;

/**
 * Estimates from random table pages whether many rows match.
 * A rare search uses the index. A common one is faster in the list's order.
 */
async function isCommon(q: Queryable, search: string, totalRows: number): Promise<boolean> {
  if (totalRows <= FEW_ROWS) return false;
  const percent = Math.min(100, (SAMPLED_ROWS / totalRows) * 100);
  const [sample] = await q.query<{ share: number }>(sql`
    select coalesce(avg((${matchesUnindexed(search)})::int), 0)::float8 as share from withdrawals tablesample system (${percent})`);
  return (sample?.share ?? 0) >= COMMON_SHARE;
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
      pageByDate(q, filter, page),
      hasNoDates(filter) ? all : sumDays(q, filter),
    ]);
    return { rows, totals, isCutShort: false };
  }
  if (!(await isCommon(q, search, countAll(all)))) return pageOfRareSearch(q, filter, page);
  const [rows, totals] = await Promise.all([
    pageOf(q, page, sql`${span(filter)} and ${matchesUnindexed(search)}`, offsetOf(page)),
    sumFirst(q, { ...filter, statuses: filter.summed ?? filter.statuses }),
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
  const { search } = filter;
  if (search === '') return pageOf(q, page, span(filter), 0);
  if (await isCommon(q, search, countAll(await readTotals(q))))
    return pageOf(q, page, sql`${span(filter)} and ${matchesUnindexed(search)}`, 0);
  return (await pageOfRareSearch(q, filter, page)).rows;
}

const countAll = (totals: StatusTotals): number =>
  Object.values(totals).reduce((sum, { withdrawals }) => sum + withdrawals, 0);

/** Without a date filter the stored totals already have the sums. */
const hasNoDates = ({ from, until }: WithdrawalFilter): boolean => from === null && until === null;

const offsetOf = ({ page, limit }: WithdrawalPage): number => (page - 1) * limit;

const pageByDate = (q: Queryable, filter: WithdrawalFilter, page: WithdrawalPage): Promise<WithdrawalRow[]> =>
  page.sort === 'date' && page.page > 1
    ? pageByDay(q, filter, page, offsetOf(page))
    : pageOf(q, page, span(filter), offsetOf(page));

/**
 * Finds the matches of a rare search once, for the page and the sums.
 * Materialized: otherwise the planner scans the whole list to sort.
 */
async function pageOfRareSearch(q: Queryable, filter: WithdrawalFilter, page: WithdrawalPage): Promise<WithdrawalList> {
  const by = raw(`${SORT_COLUMNS[page.sort]} ${page.order}, id ${page.order}`);
  const [found] = await q.query<{ ids: string[]; sums: TotalRow[] | null }>(sql`
    with found as materialized (
      select id, created_at, verified_at, status, coins, amount_paise from withdrawals
      where ${span({ ...filter, statuses: null })} and ${byIndex(filter.search)}
    )
    select
      array(select id from found where ${span(filter)} order by ${by} limit ${page.limit} offset ${offsetOf(page)}) as ids,
      (select json_agg(json_build_object('status', status, 'withdrawals', withdrawals, 'coins', coins, 'amountPaise', paise)) from (
        select status, count(*) as withdrawals, sum(coins) as coins, sum(amount_paise) as paise from found group by status) s) as sums`);
  const rows = await q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where id = any (${found?.ids ?? []}::text[]) order by ${by}`);
  return { rows, totals: byStatus(found?.sums ?? []), isCutShort: false };
}

function pageOf(
  q: Queryable,
  { sort, order, limit }: WithdrawalPage,
  which: Sql,
  offset: number,
): Promise<WithdrawalRow[]> {
  const direction = raw(order);
  return q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where ${which}
    order by ${raw(SORT_COLUMNS[sort])} ${direction}, id ${direction} limit ${limit} offset ${offset}`);
}

/** Daily sums locate the day on which the page starts, so at most one day is scanned. */
async function pageByDay(
  q: Queryable,
  filter: WithdrawalFilter,
  page: WithdrawalPage,
  offset: number,
): Promise<WithdrawalRow[]> {
  const [start] = await q.query<{ day: string; before: number }>(sql`
    select day, before from (
      select day, sum(n) over (order by day ${raw(page.order)})::bigint - n as before from (
        select day, sum(withdrawals)::bigint as n from withdrawal_days where ${days(filter)} group by day having sum(withdrawals) > 0) d
    ) c where before <= ${offset} order by before desc limit 1`);
  if (!start) return pageOf(q, page, span(filter), offset);
  const midnight = sql`(${start.day}::date::timestamp at time zone 'Asia/Kolkata')`;
  const from = page.order === 'asc' ? sql`created_at >= ${midnight}` : sql`created_at < ${midnight} + interval '1 day'`;
  return pageOf(q, page, sql`${span(filter)} and ${from}`, offset - start.before);
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

/** Sums the first `MAX_COUNTED_WITHDRAWALS` matches of a common search. */
async function sumFirst(q: Queryable, filter: WithdrawalFilter): Promise<StatusTotals> {
  return byStatus(
    await q.query<TotalRow>(sql`
      select status, count(*) as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
      from (select status, coins, amount_paise from withdrawals where ${span(filter)} and ${matchesUnindexed(filter.search)}
        limit ${MAX_COUNTED_WITHDRAWALS}) w
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

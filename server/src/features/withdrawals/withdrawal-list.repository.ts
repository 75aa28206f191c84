import { MAX_COUNTED_WITHDRAWALS, type WithdrawalStatus } from '@muneem/contract/withdrawals';
import { allOf, containsPattern, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawals.repository.ts';

export interface WithdrawalFilter {
  readonly statuses: readonly WithdrawalStatus[] | null;
  /** The statuses that the sums are wanted of, when they are others. */
  readonly summed?: readonly WithdrawalStatus[];
  readonly search: string;
  /** The beginnings of days in Asia/Kolkata. */
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface WithdrawalPage {
  readonly sort: 'date' | 'amount' | 'coins';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
}

const SORT_COLUMNS = { date: 'created_at', amount: 'amount_paise', coins: 'coins' } as const;

const span = ({ statuses, from, until }: WithdrawalFilter): Sql =>
  allOf([
    ...(statuses === null ? [] : [sql`status = any (${statuses}::text[])`]),
    ...(from === null ? [] : [sql`created_at >= ${from}`]),
    ...(until === null ? [] : [sql`created_at < ${until}`]),
  ]);

/** Written so that no index serves it: to walk over in the list's own order. */
const walked = (search: string): Sql => sql`position(${search.toLowerCase()} in search) > 0`;

const TRIGRAM = 3;
/** Four digits in a row are rarer than any word: the index is asked for these, and what it finds is compared in full. */
const DIGITS = /\d{4,}/g;

function byIndex(search: string): Sql {
  if ([...search].length < TRIGRAM) return sql`letters_and_pairs(search) @> array[${search.toLowerCase()}]`;
  const [digits] = (search.match(DIGITS) ?? []).sort((a, b) => b.length - a.length);
  const probe = sql`search like ${containsPattern((digits ?? search).toLowerCase())}`;
  return digits === undefined || digits === search ? probe : sql`${probe} and ${walked(search)}`;
}

const COMMON_SHARE = 0.005;
const FEW_ROWS = 50_000;
const SAMPLED_ROWS = 2_000;

/**
 * A rare search goes by index, one that finds a good part of all rows is sooner met in the list's own order. A sample of
 * random pages of the table tells which it is.
 */
async function isCommon(q: Queryable, search: string, totalRows: number): Promise<boolean> {
  if (totalRows <= FEW_ROWS) return false;
  const percent = Math.min(100, (SAMPLED_ROWS / totalRows) * 100);
  const [sample] = await q.query<{ share: number }>(sql`
    select coalesce(avg((${walked(search)})::int), 0)::float8 as share from withdrawals tablesample system (${percent})`);
  return (sample?.share ?? 0) >= COMMON_SHARE;
}

/** A page, and what matches the filter but for its status, in sums. */
export interface WithdrawalList {
  readonly rows: WithdrawalRow[];
  readonly totals: StatusTotals;
  /** The sums are those of the first `MAX_COUNTED_WITHDRAWALS` that were met. */
  readonly isCutShort: boolean;
}

/** `all`: the sums of every withdrawal, as readTotals gives them. */
export async function listWithdrawalRows(
  q: Queryable,
  filter: WithdrawalFilter,
  page: WithdrawalPage,
  all: StatusTotals,
): Promise<WithdrawalList> {
  const { search } = filter;
  if (search === '') {
    const [rows, totals] = await Promise.all([pageByDate(q, filter, page), isOpen(filter) ? all : sumDays(q, filter)]);
    return { rows, totals, isCutShort: false };
  }
  if (!(await isCommon(q, search, countAll(all)))) return pageOfFew(q, filter, page);
  const [rows, totals] = await Promise.all([
    pageOf(q, page, sql`${span(filter)} and ${walked(search)}`, offsetOf(page)),
    sumFirst(q, { ...filter, statuses: filter.summed ?? filter.statuses }),
  ]);
  return { rows, totals, isCutShort: countAll(totals) === MAX_COUNTED_WITHDRAWALS };
}

/** The matching ones that have waited longest, at most so many. */
export async function findLongestWaiting(
  q: Queryable,
  filter: WithdrawalFilter,
  limit: number,
): Promise<WithdrawalRow[]> {
  const page = { sort: 'date', order: 'asc', page: 1, limit } as const;
  const { search } = filter;
  if (search === '') return pageOf(q, page, span(filter), 0);
  if (await isCommon(q, search, countAll(await readTotals(q))))
    return pageOf(q, page, sql`${span(filter)} and ${walked(search)}`, 0);
  return (await pageOfFew(q, filter, page)).rows;
}

const countAll = (totals: StatusTotals): number =>
  Object.values(totals).reduce((sum, { withdrawals }) => sum + withdrawals, 0);

/** True when nothing but the status narrows it: then the kept sums answer. */
const isOpen = ({ from, until }: WithdrawalFilter): boolean => from === null && until === null;

const offsetOf = ({ page, limit }: WithdrawalPage): number => (page - 1) * limit;

const pageByDate = (q: Queryable, filter: WithdrawalFilter, page: WithdrawalPage): Promise<WithdrawalRow[]> =>
  page.sort === 'date' && page.page > 1
    ? pageByDay(q, filter, page, offsetOf(page))
    : pageOf(q, page, span(filter), offsetOf(page));

/**
 * Everything that a rare search finds, once, for the page and for the sums; apart from the ordering, for which the
 * planner would rather walk over the whole list.
 */
async function pageOfFew(q: Queryable, filter: WithdrawalFilter, page: WithdrawalPage): Promise<WithdrawalList> {
  const by = raw(`${SORT_COLUMNS[page.sort]} ${page.order}, id ${page.order}`);
  const [found] = await q.query<{ ids: string[]; sums: TotalRow[] | null }>(sql`
    with found as materialized (
      select id, created_at, status, coins, amount_paise from withdrawals
      where ${span({ ...filter, statuses: null })} and ${byIndex(filter.search)}
    )
    select
      array(select id from found where ${span(filter)} order by ${by} limit ${page.limit} offset ${offsetOf(page)}) as ids,
      (select json_agg(s) from (
        select status, count(*) as withdrawals, sum(coins) as coins, sum(amount_paise) as amount_paise from found group by status) s) as sums`);
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

/** The day in which the page begins is known from the sums of the days, so that at most one day is walked over. */
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

export type StatusTotals = Record<WithdrawalStatus, { withdrawals: number; coins: number; amountPaise: number }>;

interface TotalRow {
  status: WithdrawalStatus;
  withdrawals: number;
  coins: number;
  amount_paise: number;
}

/** Of all withdrawals: kept sums, not a count. */
export async function readTotals(q: Queryable): Promise<StatusTotals> {
  return byStatus(await q.query<TotalRow>(sql`select status, withdrawals, coins, amount_paise from withdrawal_totals`));
}

/** Of a span of days: kept sums. */
async function sumDays(q: Queryable, filter: WithdrawalFilter): Promise<StatusTotals> {
  return byStatus(
    await q.query<TotalRow>(sql`
      select status, sum(withdrawals)::bigint as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
      from withdrawal_days where ${days({ ...filter, statuses: null })} group by status`),
  );
}

/** Of the first `MAX_COUNTED_WITHDRAWALS` that a common search meets. */
async function sumFirst(q: Queryable, filter: WithdrawalFilter): Promise<StatusTotals> {
  return byStatus(
    await q.query<TotalRow>(sql`
      select status, count(*) as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
      from (select status, coins, amount_paise from withdrawals where ${span(filter)} and ${walked(filter.search)}
        limit ${MAX_COUNTED_WITHDRAWALS}) w
      group by status`),
  );
}

function byStatus(rows: readonly TotalRow[]): StatusTotals {
  const none = (): StatusTotals[WithdrawalStatus] => ({ withdrawals: 0, coins: 0, amountPaise: 0 });
  const totals: StatusTotals = {
    pending: none(),
    processing: none(),
    completed: none(),
    rejected: none(),
    payment_failed: none(),
  };
  for (const { status, withdrawals, coins, amount_paise: amountPaise } of rows)
    totals[status] = { withdrawals, coins, amountPaise };
  return totals;
}

import type { WithdrawalStatus } from '@muneem/contract/withdrawals';
import { allOf, containsPattern, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawals.repository.ts';

export interface WithdrawalFilter {
  readonly statuses: readonly WithdrawalStatus[] | null;
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

/** A search that finds more than this is counted up to here. */
export const MAX_COUNTED_WITHDRAWALS = 1_000;

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
const byIndex = (search: string): Sql =>
  [...search].length >= TRIGRAM
    ? sql`search like ${containsPattern(search.toLowerCase())}`
    : sql`withdrawal_letters(search) @> array[${search.toLowerCase()}]`;

const COMMON_SHARE = 0.03;
const FEW_ROWS = 50_000;
const SAMPLED_ROWS = 2_000;

/**
 * The condition of a search: a rare one goes by index, one that finds a good part of all rows is sooner met in the list's
 * own order. A sample of random pages of the table tells which it is.
 */
export async function searchCondition(q: Queryable, search: string, totalRows: number): Promise<Sql | null> {
  if (search === '') return null;
  if (totalRows <= FEW_ROWS) return byIndex(search);
  const percent = Math.min(100, (SAMPLED_ROWS / totalRows) * 100);
  const [sample] = await q.query<{ share: number }>(sql`
    select coalesce(avg((${walked(search)})::int), 0)::float8 as share from withdrawals tablesample system (${percent})`);
  return (sample?.share ?? 0) >= COMMON_SHARE ? walked(search) : byIndex(search);
}

export async function listWithdrawalRows(
  q: Queryable,
  filter: WithdrawalFilter,
  search: Sql | null,
  page: WithdrawalPage,
): Promise<WithdrawalRow[]> {
  const offset = (page.page - 1) * page.limit;
  if (search === null && page.sort === 'date' && offset > 0) return pageByDay(q, filter, page, offset);
  return pageOf(q, page, sql`${span(filter)} and ${search ?? sql`true`}`, offset);
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

/** Of a span of days, by kept sums; of a search, of the first `MAX_COUNTED_WITHDRAWALS` that it meets. */
export async function sumWithdrawals(
  q: Queryable,
  filter: WithdrawalFilter,
  search: Sql | null,
): Promise<StatusTotals> {
  const rows =
    search === null
      ? sql`select status, sum(withdrawals)::bigint as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
            from withdrawal_days where ${days(filter)} group by status`
      : sql`select status, count(*) as withdrawals, sum(coins)::bigint as coins, sum(amount_paise)::bigint as amount_paise
            from (select status, coins, amount_paise from withdrawals where ${span(filter)} and ${search} limit ${MAX_COUNTED_WITHDRAWALS}) w
            group by status`;
  return byStatus(await q.query<TotalRow>(rows));
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

import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import { MAX_COUNTED_WITHDRAWALS, type WithdrawalStatus } from '@muneem/contract/withdrawals';
import {
  allOf,
  isOneOf,
  listInOrder,
  searchList,
  sql,
  textMatch,
  type ListPage,
  type ListQuery,
  type Queryable,
  type Spot,
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

type WithdrawalQuery = ListQuery & { readonly sort: keyof typeof SORT_COLUMNS };

const SORT_COLUMNS = {
  verified: 'coalesce(verified_at, created_at)',
  date: 'created_at',
  amount: 'amount_paise',
  coins: 'coins',
} as const;

const span = ({ statuses, from, until }: Pick<WithdrawalFilter, 'statuses' | 'from' | 'until'>): Sql =>
  allOf([
    ...(statuses === null ? [] : [isOneOf(sql`status`, statuses)]),
    ...(from === null ? [] : [sql`created_at >= ${from}`]),
    ...(until === null ? [] : [sql`created_at < ${until}`]),
  ]);

/** Four or more digits are more selective than words: the index probes them, then the full text is compared. */
const DIGITS = /\d{4,}/g;

function matchWithdrawals(search: string): TextMatch {
  const [digits = search] = (search.match(DIGITS) ?? []).sort((a, b) => b.length - a.length);
  return textMatch(sql`search`, [search], [digits]);
}

interface WithdrawalPage extends ListPage<WithdrawalRow> {
  /** Sums of the matches by status. */
  readonly totals: StatusTotals;
  /** True if the sums cover only the first `MAX_COUNTED_WITHDRAWALS` matches. */
  readonly isCutShort: boolean;
}

/** @param all sums of every withdrawal, from `readTotals` */
export async function listWithdrawalRows(
  q: Queryable,
  filter: WithdrawalFilter,
  page: WithdrawalQuery,
  all: StatusTotals,
): Promise<WithdrawalPage> {
  const [{ rows, ...found }, summed] = await Promise.all([
    findPage(q, filter, page),
    filter.search !== '' || hasNoDates(filter) ? all : sumDays(q, filter),
  ]);
  return { totals: summed, isCutShort: false, ...found, rows: await readRows(q, rows) };
}

/** Returns the oldest matching withdrawals, at most `limit`. */
export async function findLongestWaiting(
  q: Queryable,
  filter: WithdrawalFilter,
  limit: number,
): Promise<WithdrawalRow[]> {
  return readRows(q, (await findPage(q, filter, { sort: 'date', order: 'asc', page: 1, limit })).rows);
}

type FoundPage = ListPage<Spot> & Partial<Pick<WithdrawalPage, 'totals' | 'isCutShort'>>;

async function findPage(q: Queryable, filter: WithdrawalFilter, page: WithdrawalQuery): Promise<FoundPage> {
  const { statuses, summed = statuses, search } = filter;
  const source = {
    from: sql`withdrawals`,
    key: { value: SORT_COLUMNS[page.sort], id: 'id' },
    filter: span({ ...filter, statuses: summed }),
    narrowed: span({ statuses, from: null, until: null }),
    columns: ['status', 'coins', 'amount_paise'],
    sums: SUMS,
  };
  if (search === '') return listInOrder(q, page, source);
  const counted = { match: matchWithdrawals(search), mostCounted: MAX_COUNTED_WITHDRAWALS };
  // It counts all summed statuses, not only those in the list.
  const { sums, total: _, ...found } = await searchList<readonly TotalRow[] | null>(q, page, source, counted);
  return { ...found, totals: byStatus(sums ?? []) };
}

const SUMS = sql`(
  select json_agg(json_build_object('status', status, 'withdrawals', withdrawals, 'coins', coins, 'amountPaise', paise))
  from (select status, count(*) as withdrawals, sum(coins) as coins, sum(amount_paise) as paise from found group by status) s)`;

const readRows = (q: Queryable, page: readonly Spot[]): Promise<WithdrawalRow[]> =>
  q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from unnest(${page.map(({ id }) => id)}::text[]) with ordinality as page (id, position)
    join withdrawals using (id) order by page.position`);

/** Without a date filter the stored totals already have the sums. */
const hasNoDates = ({ from, until }: WithdrawalFilter): boolean => from === null && until === null;

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

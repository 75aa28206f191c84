import { raw, sql, type Queryable, type Row, type Sql } from '#platform/database/index.ts';
import { rowConditions } from './report-conditions.repository.ts';
import { conversionTime, type ReportFilters } from './report-filters.ts';
import type { OfferStretch, PageStretch } from './page-stretch.repository.ts';

export interface ReportPage {
  readonly page: number;
  readonly limit: number;
  readonly sort: 'createdAt' | 'userPayout' | 'totalPayout';
  readonly order: 'asc' | 'desc';
}

/** A conversion with its user, also if the user is deleted. */
export interface ConversionRecord extends Omit<
  Row<'conversions'>,
  'clickCreatedAt' | 'eventId' | 'eventKey' | 'userId' | 'referrerUserId' | 'referralCoins'
> {
  readonly userUid: string | null;
  readonly userName: string | null;
  readonly userEmail: string | null;
}

const SORT_COLUMN = {
  createdAt: 'c.created_at',
  userPayout: 'c.user_payout_paise',
  totalPayout: 'c.total_payout_paise',
} as const;
const COLUMNS = sql`c.id, c.created_at, c.click_id, c.offer_id, coalesce(o.title, c.offer_title) as offer_title, c.event_name,
  u.uid as user_uid, u.name as user_name, u.email as user_email, c.source, c.status, c.reason, c.user_payout_paise,
  c.referral_payout_paise, c.total_payout_paise, c.reward_coins, host(c.click_ip) as click_ip, host(c.conversion_ip) as conversion_ip,
  c.city, c.state, c.country, c.p1, c.p2, c.p3, c.p4, c.p5, c.p6, c.external_data, c.smart_poll_data, c.approved_at`;
const JOINS = sql`left join users u on u.id = c.user_id left join offers o on o.id = c.offer_id`;

/** Lists a page in any order. Finds the page's keys first, then joins only their rows. */
export function listConversions(
  q: Queryable,
  filters: ReportFilters,
  { page, limit, sort, order }: ReportPage,
): Promise<ConversionRecord[]> {
  const by = raw(`${SORT_COLUMN[sort]} ${order}, c.id ${order}`);
  const keys = sql`
    select c.id, c.created_at from conversions c
    where ${rowConditions(filters)} order by ${by} limit ${limit} offset ${(page - 1) * limit}`;
  return rowsOf(q, keys, by);
}

/**
 * Lists a page by time within known hours or days, optionally for certain offers.
 * Reads from the end of the range that is nearer to the page.
 */
export function listConversionsWithin(
  q: Queryable,
  filters: ReportFilters,
  { order, limit }: Pick<ReportPage, 'order' | 'limit'>,
  { first, end, skip, behind, isOfDays }: PageStretch,
  offers: readonly OfferStretch[] | undefined,
): Promise<ConversionRecord[]> {
  const inOrder = (direction: 'asc' | 'desc'): Sql => raw(`c.created_at ${direction}, c.id ${direction}`);
  const isNearEnd = behind > 0 && behind < skip;
  const from = isNearEnd ? inOrder(order === 'asc' ? 'desc' : 'asc') : inOrder(order);
  const within = sql`${rowConditions(filters)} and c.created_at >= ${first} and c.created_at < ${end}`;
  const source =
    offers === undefined
      ? sql`conversions c where ${within}`
      : sql`unnest(${offers.map(({ start }) => start)}::timestamptz[], ${offers.map(({ offerId }) => offerId)}::text[]) as cell (start, offer_id)
        cross join lateral (
          select * from conversions o
          where o.offer_id = cell.offer_id and o.created_at >= cell.start and o.created_at < cell.start + ${isOfDays ? '24 hours' : '1 hour'}::interval
        ) c where ${within}`;
  const keys = sql`select c.id, c.created_at from ${source} order by ${from} limit ${limit} offset ${isNearEnd ? behind : skip}`;
  return rowsOf(q, keys, inOrder(order));
}

/** Lists the rows after a cursor, newest first: short pages instead of one long snapshot. */
export function listConversionsAfter(
  q: Queryable,
  filters: ReportFilters,
  after: { readonly id: string; readonly createdAt: Date } | undefined,
  limit: number,
): Promise<ConversionRecord[]> {
  const behind = after === undefined ? sql`true` : sql`(c.created_at, c.id) < (${after.createdAt}, ${after.id})`;
  const by = raw('c.created_at desc, c.id desc');
  const keys = sql`
    select c.id, c.created_at from conversions c where ${rowConditions(filters)} and ${behind} order by ${by} limit ${limit}`;
  return rowsOf(q, keys, by);
}

const rowsOf = (q: Queryable, keys: Sql, by: Sql): Promise<ConversionRecord[]> =>
  q.query<ConversionRecord>(sql`
    with page as materialized (${keys})
    select ${COLUMNS} from page join conversions c on c.created_at = page.created_at and c.id = page.id ${JOINS} order by ${by}`);

export async function findConversion(q: Queryable, id: string): Promise<ConversionRecord | null> {
  const createdAt = conversionTime(id);
  if (!createdAt) return null;
  const rows = await q.query<ConversionRecord>(
    sql`select ${COLUMNS} from conversions c ${JOINS} where c.created_at = ${createdAt} and c.id = ${id}`,
  );
  return rows[0] ?? null;
}

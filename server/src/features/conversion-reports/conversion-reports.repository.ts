import { DEFAULT_COUNTRY, type ConversionDetails, type ConversionRow } from '@muneem/contract/conversion-reports';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { join, raw, sql, type Queryable, type Reader, type Sql } from '#platform/database/index.ts';
import { rowConditions } from './report-conditions.repository.ts';
import { conversionTime, type ReportFilters } from './report-filters.ts';
import type { OfferStretch, PageStretch } from './page-stretch.repository.ts';

export interface ReportPage {
  readonly page: number;
  readonly limit: number;
  readonly sort: 'createdAt' | 'userPayout' | 'totalPayout';
  readonly order: 'asc' | 'desc';
}

const SORT_COLUMN = {
  createdAt: 'c.created_at',
  userPayout: 'c.user_payout_paise',
  totalPayout: 'c.total_payout_paise',
} as const;
const NEWEST_MS = 31 * 24 * 3_600_000;
/** A value of ours, without characters to escape, as arguments of `concat`. It writes null as nothing. */
const word = (value: Sql): Sql => sql`'"', ${value}, '"'`;
const text = (value: Sql): Sql => sql`coalesce(to_json(${value}), 'null')`;
const rupees = (paise: Sql): Sql => sql`${paise} / 100::float8`;
const moment = (at: Sql): Sql =>
  sql`coalesce('"' || to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`;
const object = (fields: Readonly<Record<string, Sql>>): Sql =>
  sql`concat(${join(
    Object.entries(fields).map(([name, value], at) => sql`${raw(`'${at === 0 ? '{' : ','}"${name}":'`)}, ${value}`),
    ', ',
  )}, '}')`;

const isKnown = sql`u.id is not null`;
const userName = sql`coalesce(u.name, ${USER_DEFAULTS.name})`;
const title = text(sql`coalesce(o.title, c.offer_title)`);

/** `conversionRow` of the contract as JSON text, with its user, also if the user is deleted. PostgreSQL writes it 10 times faster than we could. */
const ROW = object({
  _id: word(sql`c.id`),
  conversionId: word(sql`c.id`),
  clickId: text(sql`c.click_id`),
  userId: sql`case when ${isKnown} then ${object({
    _id: text(sql`u.uid`),
    name: text(userName),
    email: text(sql`coalesce(u.email, ${USER_DEFAULTS.email})`),
  })} else 'null' end`,
  userName: text(sql`case when ${isKnown} then ${userName} else 'Anonymous' end`),
  offerId: object({ _id: text(sql`c.offer_id`), title }),
  campName: title,
  event: text(sql`c.event_name`),
  conversionSource: word(sql`c.source`),
  status: word(sql`c.status`),
  reason: text(sql`c.reason`),
  userPayout: rupees(sql`c.user_payout_paise`),
  referralPayout: rupees(sql`c.referral_payout_paise`),
  totalPayout: rupees(sql`c.total_payout_paise`),
  coins: sql`c.reward_coins`,
  paymentStatus: sql`case when c.status = 'approved' and ${isKnown} then '"paid"' else '"unpaid"' end`,
  clickIp: word(sql`c.click_ip`),
  conversionIp: word(sql`c.conversion_ip`),
  city: text(sql`coalesce(c.city, '')`),
  state: text(sql`coalesce(c.state, '')`),
  country: text(sql`coalesce(nullif(c.country, ''), ${DEFAULT_COUNTRY})`),
  ...Object.fromEntries(
    // Most conversions have few of them.
    [1, 2, 3, 4, 5, 6].map((n) => [
      `p${n}`,
      raw(`case when c.p${n} is null then '""' else to_json(c.p${n})::text end`),
    ]),
  ),
  createdAt: moment(sql`c.created_at`),
  approvedAt: moment(sql`c.approved_at`),
});
const JOINS = sql`left join users u on u.id = c.user_id left join offers o on o.id = c.offer_id`;

/** Lists a page in any order as JSON texts. Finds the page first, then joins only its rows. */
export function listConversions(
  reader: Reader,
  filters: ReportFilters,
  { page, limit, sort, order }: ReportPage,
): Promise<Buffer[]> {
  const by = raw(`${SORT_COLUMN[sort]} ${order}, c.id ${order}`);
  const rows = sql`
    select c.* from conversions c
    where ${rowConditions(filters)} order by ${by} limit ${limit} offset ${(page - 1) * limit}`;
  return jsonOf(reader, rows, by, limit);
}

/**
 * Lists a page of the newest conversions without a search for its hours: reads twice as many rows as the page needs.
 * For the days, source and status only. @param until the end of the days, or now
 * @returns null if too few of them match, or if they are older than 31 days
 */
export async function listNewestConversions(
  reader: Reader,
  { startDate, endDate, source, status }: ReportFilters,
  { page, limit }: Pick<ReportPage, 'page' | 'limit'>,
  until: Date,
): Promise<Buffer[] | null> {
  const newest = raw('c.created_at desc, c.id desc');
  const from = new Date(until.getTime() - NEWEST_MS);
  const rows = sql`
    select c.* from (
      select c.* from conversions c where ${rowConditions({ startDate, endDate })} and c.created_at >= ${from}
      order by ${newest} limit ${2 * page * limit + 100}
    ) c
    where ${rowConditions({ source, status })} order by ${newest} limit ${limit} offset ${(page - 1) * limit}`;
  const found = await jsonOf(reader, rows, newest, limit);
  return found.length === limit ? found : null;
}

/**
 * Lists a page by time within known hours or days, optionally for certain offers.
 * Reads from the end of the range that is nearer to the page.
 */
export function listConversionsWithin(
  reader: Reader,
  filters: ReportFilters,
  { order, limit }: Pick<ReportPage, 'order' | 'limit'>,
  { first, end, skip, behind, isOfDays }: PageStretch,
  offers: readonly OfferStretch[] | undefined,
): Promise<Buffer[]> {
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
  const rows = sql`select c.* from ${source} order by ${from} limit ${limit} offset ${isNearEnd ? behind : skip}`;
  return jsonOf(reader, rows, inOrder(order), limit);
}

/** Joins only the rows of the page. The limit makes PostgreSQL sort them before it writes their JSON. */
const jsonOf = ({ run }: Reader, rows: Sql, by: Sql, limit: number): Promise<Buffer[]> =>
  run((database) =>
    database.copyJson(sql`
      with page as materialized (${rows}) select ${ROW} from page c ${JOINS} order by ${by} limit ${limit}`),
  );

export async function findConversion(q: Queryable, id: string): Promise<ConversionDetails | null> {
  const createdAt = conversionTime(id);
  if (!createdAt) return null;
  const [found] = await q.query<{ row: ConversionRow; externalData: unknown; smartPollData: unknown }>(sql`
    select (${ROW})::json as row, c.external_data, c.smart_poll_data
    from conversions c ${JOINS} where c.created_at = ${createdAt} and c.id = ${id}`);
  if (!found) return null;
  const { row, ...data } = found;
  return { ...row, ...data };
}

import {
  DEFAULT_COUNTRY,
  type ConversionDetails,
  type ConversionRow,
  type ConversionSource,
  type listConversionReports,
} from '@muneem/contract/conversion-reports';
import type { RouteQuery } from '@muneem/contract/http';
import { USER_DEFAULTS } from '@muneem/contract/users';
import {
  allOf,
  join,
  raw,
  sql,
  type ListPart,
  type Reader,
  type Reads,
  type SortKey,
  type Spot,
  type Sql,
} from '#platform/database/index.ts';
import { conversionTime, rowConditions, type ReportFilters } from './report-filters.repository.ts';

export type ReportPage = Pick<RouteQuery<typeof listConversionReports>, 'page' | 'limit' | 'sort' | 'order' | 'anchor'>;

export interface ListedConversion extends Spot {
  readonly json: string;
}

export const SORT_COLUMNS = {
  createdAt: 'c.created_at',
  userPayout: 'c.user_payout_paise',
  totalPayout: 'c.total_payout_paise',
} as const;

/** The cells of a row, as texts. */
const CELLS = {
  id: sql`c.id`,
  clickId: sql`c.click_id`,
  uid: sql`u.uid`,
  name: sql`coalesce(u.name, ${USER_DEFAULTS.name})`,
  email: sql`coalesce(u.email, ${USER_DEFAULTS.email})`,
  offerId: sql`c.offer_id`,
  title: sql`coalesce(o.title, c.offer_title)`,
  event: sql`c.event_name`,
  source: sql`c.source`,
  status: sql`c.status`,
  reason: sql`to_json(c.reason)`,
  userPayout: sql`c.user_payout_paise`,
  referralPayout: sql`c.referral_payout_paise`,
  totalPayout: sql`c.total_payout_paise`,
  coins: sql`c.reward_coins`,
  clickIp: sql`c.click_ip`,
  conversionIp: sql`c.conversion_ip`,
  city: sql`c.city`,
  state: sql`c.state`,
  country: sql`c.country`,
  p1: sql`c.p1`,
  p2: sql`c.p2`,
  p3: sql`c.p3`,
  p4: sql`c.p4`,
  p5: sql`c.p5`,
  p6: sql`c.p6`,
  createdAt: sql`c.created_at at time zone 'UTC'`,
  approvedAt: sql`c.approved_at at time zone 'UTC'`,
};
type Cell = keyof typeof CELLS;
const COLUMNS = join(Object.values(CELLS));
const POSITIONS = Object.fromEntries(Object.keys(CELLS).map((cell, position) => [cell, position])) as Record<
  Cell,
  number
>;

/**
 * Joins the users and offers of rows `c`. An array of ids finds thousands of users in half the time of one look-up per
 * row. @param rows the same rows, as they stand after `from`
 */
export const joinsOf = (rows: Sql): Sql => sql`
  left join (select id, uid, name, email from users where id = any (array(select c.user_id from ${rows}))) u on u.id = c.user_id
  left join offers o on o.id = c.offer_id`;

/** Cuts `2026-11-21 18:30:00.123456` to milliseconds. */
const moment = (at: string): string => `${at.slice(0, 10)}T${at.slice(11, 19)}.${at.slice(20, 23).padEnd(3, '0')}Z`;

/** Returns a row with its user, also if the user is deleted. In SQL its JSON would take three times as long as its cells. */
function rowOf(cells: readonly string[]): ConversionRow {
  const text = (cell: Cell): string => cells[POSITIONS[cell]] as string;
  const rupees = (cell: Cell): number => Number(text(cell)) / 100;
  const [id, uid, status, title] = [text('id'), text('uid'), text('status'), text('title')];
  const isKnown = uid !== '';
  return {
    _id: id,
    conversionId: id,
    clickId: text('clickId'),
    userId: isKnown ? { _id: uid, name: text('name'), email: text('email') } : null,
    userName: isKnown ? text('name') : 'Anonymous',
    offerId: { _id: text('offerId'), title },
    campName: title,
    event: text('event'),
    conversionSource: text('source') as ConversionSource,
    status,
    reason: json(text('reason')) as string | null,
    userPayout: rupees('userPayout'),
    referralPayout: rupees('referralPayout'),
    totalPayout: rupees('totalPayout'),
    coins: Number(text('coins')),
    paymentStatus: status === 'approved' && isKnown ? 'paid' : 'unpaid',
    clickIp: text('clickIp'),
    conversionIp: text('conversionIp'),
    city: text('city'),
    state: text('state'),
    country: text('country') || DEFAULT_COUNTRY,
    p1: text('p1'),
    p2: text('p2'),
    p3: text('p3'),
    p4: text('p4'),
    p5: text('p5'),
    p6: text('p6'),
    createdAt: moment(text('createdAt')),
    approvedAt: text('approvedAt') === '' ? null : moment(text('approvedAt')),
  };
}
const json = (text: string): unknown => (text === '' ? null : JSON.parse(text));

/** A page behind this row is found in an index first: the rows before it are not read. */
const FAR = 20_000;

/** Reads a part of the list as JSON texts. Finds its rows first, then joins only them. @param since the oldest row to read */
export function listConversions(
  { run }: Reader,
  filters: ReportFilters,
  { key, part, since }: { readonly key: SortKey; readonly part: ListPart; readonly since?: Date | undefined },
): Promise<ListedConversion[]> {
  const { orderBy } = part;
  const rowsOf = (columns: Sql): Sql => sql`
    select ${columns} from conversions c
    where ${rowConditions(filters)} and ${within(key, part, since)} and ${part.where} order by ${orderBy} ${part.range}`;
  const rows =
    part.most > FAR
      ? sql`select c.* from (${rowsOf(sql`c.created_at, c.id`)}) k join conversions c using (created_at, id)`
      : rowsOf(sql`c.*`);
  return run(async (database) => {
    const found: ListedConversion[] = [];
    await database.copyCells(
      sql`
        with page as materialized (${rows})
        select ${raw(key.value)}, ${COLUMNS} from page c ${joinsOf(sql`page c`)} order by ${orderBy}`,
      ([sortValue = '', ...cells]) =>
        found.push({ sortValue, id: cells[POSITIONS.id] as string, json: JSON.stringify(rowOf(cells)) }),
    );
    return found;
  });
}

/** PostgreSQL chooses the months to read by the time alone, not by the comparison of time and id. */
const within = ({ value }: SortKey, { from, direction }: ListPart, since: Date | undefined): Sql =>
  allOf([
    ...(since === undefined ? [] : [sql`c.created_at >= ${since}`]),
    ...(from === undefined || value !== SORT_COLUMNS.createdAt
      ? []
      : [sql`c.created_at ${raw(direction === 'asc' ? '>=' : '<=')} ${from.sortValue}`]),
  ]);

type FoundConversion = Omit<ConversionDetails, 'contradictions'>;

export async function findConversion(database: Reads, id: string): Promise<FoundConversion | null> {
  const createdAt = conversionTime(id);
  if (!createdAt) return null;
  const isIt = sql`c.created_at = ${createdAt} and c.id = ${id}`;
  const found: FoundConversion[] = [];
  await database.copyCells<readonly string[]>(
    sql`
      select c.external_data, c.smart_poll_data, ${REVENUE}, ${COLUMNS}
      from conversions c ${joinsOf(sql`conversions c where ${isIt}`)} where ${isIt}`,
    ([externalData = '', smartPollData = '', revenue = '', ...cells]) =>
      found.push({
        ...rowOf(cells),
        revenue: json(revenue) as FoundConversion['revenue'],
        externalData: json(externalData),
        smartPollData: json(smartPollData),
      }),
  );
  return found[0] ?? null;
}

const REVENUE = sql`json_build_object(
  'expected', c.expected_revenue_paise / 100::float8, 'reportedAmount', c.reported_amount, 'currency', c.reported_currency,
  'rate', c.reported_rate_micros / 1000000::float8, 'reported', c.reported_revenue_paise / 100::float8,
  'counted', c.revenue_paise / 100::float8, 'differs', coalesce(c.reported_revenue_paise <> c.revenue_paise, false))`;

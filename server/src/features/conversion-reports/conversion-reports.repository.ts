import type { ConversionSource, ConversionStatus } from '@muneem/contract/conversion-reports';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { allOf, containsPattern, join, raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';

export interface ReportFilters {
  readonly source?: ConversionSource | undefined;
  /** Event keys (lower case) that count as the wanted event; empty for all. */
  readonly eventKeys: readonly string[];
  readonly status?: ConversionStatus | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly search: string;
}

export interface ReportPage {
  readonly page: number;
  readonly limit: number;
  readonly sort: 'createdAt' | 'userPayout' | 'totalPayout';
  readonly order: 'asc' | 'desc';
}

export interface ConversionRecord {
  id: string;
  created_at: Date;
  click_id: string;
  offer_id: string;
  offer_title: string;
  event_name: string;
  user_uid: string | null;
  user_name: string | null;
  user_email: string | null;
  source: ConversionSource;
  status: ConversionStatus;
  reason: string | null;
  user_payout_paise: number;
  referral_payout_paise: number;
  total_payout_paise: number;
  reward_coins: number;
  click_ip: string | null;
  conversion_ip: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  p1: string | null;
  p2: string | null;
  p3: string | null;
  p4: string | null;
  p5: string | null;
  p6: string | null;
  external_data: unknown;
  smart_poll_data: unknown;
  approved_at: Date | null;
}

const SORT_COLUMN = {
  createdAt: 'c.created_at',
  userPayout: 'c.user_payout_paise',
  totalPayout: 'c.total_payout_paise',
} as const;
/** What the search looks through besides ids: at most so many users, the newest. */
const SEARCHED_USERS = 1_000;

const COLUMNS = sql`c.id, c.created_at, c.click_id, c.offer_id, coalesce(o.title, c.offer_title) as offer_title, c.event_name,
  u.uid as user_uid, u.name as user_name, u.email as user_email, c.source, c.status, c.reason, c.user_payout_paise,
  c.referral_payout_paise, c.total_payout_paise, c.reward_coins, host(c.click_ip) as click_ip, host(c.conversion_ip) as conversion_ip,
  c.city, c.state, c.country, c.p1, c.p2, c.p3, c.p4, c.p5, c.p6, c.external_data, c.smart_poll_data, c.approved_at`;
const JOINS = sql`left join users u on u.id = c.user_id left join offers o on o.id = c.offer_id`;

/** One page of conversions. The page's keys are found first, by index; their rows are joined only then. */
export function listConversions(
  db: Queryable,
  filters: ReportFilters,
  { page, limit, sort, order }: ReportPage,
): Promise<ConversionRecord[]> {
  const by = raw(`${SORT_COLUMN[sort]} ${order}, c.id ${order}`);
  return db.query<ConversionRecord>(sql`
    with page as materialized (
      select c.id, c.created_at from conversions c
      where ${conditions(filters)} order by ${by} limit ${limit} offset ${(page - 1) * limit}
    )
    select ${COLUMNS} from page join conversions c using (id, created_at) ${JOINS} order by ${by}`);
}

export async function findConversion(db: Queryable, id: string): Promise<ConversionRecord | null> {
  const rows = await db.query<ConversionRecord>(sql`select ${COLUMNS} from conversions c ${JOINS} where ${hasId(id)}`);
  return rows[0] ?? null;
}

export interface ConversionSums {
  total: number;
  total_payout_paise: number;
  postback: number;
  smart_poll: number;
}

/** Sums from the hourly rollups; from the rows themselves when a search narrows them. */
export async function sumConversions(db: Queryable, filters: ReportFilters): Promise<ConversionSums> {
  const statement = filters.search === '' ? rollupSums(filters) : rowSums(filters);
  const [sums] = await db.query<ConversionSums>(statement);
  return sums ?? { total: 0, total_payout_paise: 0, postback: 0, smart_poll: 0 };
}

function rollupSums({ source, eventKeys, status, startDate, endDate }: ReportFilters): Sql {
  return sql`
    select coalesce(sum(conversions), 0)::bigint as total,
      coalesce(sum(total_payout_paise) filter (where status = 'approved'), 0)::bigint as total_payout_paise,
      coalesce(sum(conversions) filter (where source = 'postback'), 0)::bigint as postback,
      coalesce(sum(conversions) filter (where source = 'smart_poll'), 0)::bigint as smart_poll
    from conversion_rollups
    where ${allOf([
      ...(source === undefined ? [] : [sql`source = ${source}`]),
      ...(eventKeys.length === 0 ? [] : [sql`event_key in (${join([...eventKeys])})`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(startDate === undefined ? [] : [sql`hour >= ${startOfKolkataDay(startDate)}`]),
      ...(endDate === undefined ? [] : [sql`hour < ${endOfKolkataDay(endDate)}`]),
    ])}`;
}

const rowSums = (filters: ReportFilters): Sql => sql`
  select count(*)::bigint as total,
    coalesce(sum(c.total_payout_paise) filter (where c.status = 'approved'), 0)::bigint as total_payout_paise,
    count(*) filter (where c.source = 'postback')::bigint as postback,
    count(*) filter (where c.source = 'smart_poll')::bigint as smart_poll
  from conversions c where ${conditions(filters)}`;

function conditions({ source, eventKeys, status, startDate, endDate, search }: ReportFilters): Sql {
  return allOf([
    ...(source === undefined ? [] : [sql`c.source = ${source}`]),
    ...(eventKeys.length === 0 ? [] : [sql`c.event_key in (${join([...eventKeys])})`]),
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(startDate === undefined ? [] : [sql`c.created_at >= ${startOfKolkataDay(startDate)}`]),
    ...(endDate === undefined ? [] : [sql`c.created_at < ${endOfKolkataDay(endDate)}`]),
    ...(search === '' ? [] : [matches(search)]),
  ]);
}

function matches(search: string): Sql {
  const users = sql`select id from users
    where lower(uid || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) like ${containsPattern(search.toLowerCase())}
    order by created_at desc limit ${SEARCHED_USERS}`;
  if (timeOfUlid(search.toUpperCase())) return sql`c.click_id = ${search.toUpperCase()}`;
  if (conversionTime(search)) return hasId(search);
  return sql`c.user_id in (${users})`;
}

/** The instant in a conversion's id (`cnv_` and a ULID), which is its `created_at`. */
const conversionTime = (id: string): Date | null => (id.startsWith('cnv_') ? timeOfUlid(id.slice(4)) : null);

/** The time in the id finds the partition and the primary key. */
function hasId(id: string): Sql {
  const createdAt = conversionTime(id);
  return createdAt ? sql`(c.created_at = ${createdAt} and c.id = ${id})` : sql`false`;
}

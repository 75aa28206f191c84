import type { Attention } from '@muneem/contract/stats';
import { dayNumber, daysBefore } from '#platform/clock/index.ts';
import { raw, sql, type Queryable, type Sql } from '#platform/database/index.ts';
import { CLICK } from './click.ts';

/** Fewer clicks a day say nothing about the app. */
const MIN_CLICKS = 20;
/** The share of unknown users that needs attention: more than 1 in 20. */
const ONE_IN = 20;

interface ClickCount {
  readonly clicks: number;
  /** Clicks whose uid belongs to no user. A click without a uid is not counted here. */
  readonly unknown: number;
}

/** The clicks of these days by offer and day, from the sums and the waiting changes. */
const clicksOf = (days: readonly number[]): Sql => sql`(
  select period as day, offer_id, clicks, unknown_users from conversion_sums
  where period = any (${days}::integer[]) and event_key = ${CLICK.eventKey} and offer_id <> ''
  union all
  select day, offer_id, clicks, unknown_users from conversion_changes
  where day = any (${days}::integer[]) and event_key = ${CLICK.eventKey}) c`;

const COUNTS = raw('coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(unknown_users), 0)::bigint as unknown');
const lastDays = (now: Date, days: number): number[] =>
  Array.from({ length: days }, (_, n) => dayNumber(daysBefore(now, n)));

/** Counts an offer's clicks of today and of the last 7 days, in Asia/Kolkata. */
export async function countUnknownUsers(
  q: Queryable,
  offerId: string,
  now: Date,
): Promise<{ today: ClickCount; week: ClickCount }> {
  const count = (days: number): Promise<ClickCount> =>
    q.getOne(sql`select ${COUNTS} from ${clicksOf(lastDays(now, days))} where offer_id = ${offerId}`);
  const [today, week] = await Promise.all([count(1), count(7)]);
  return { today, week };
}

type UnknownUsers = NonNullable<Attention['unknownUsers']>;
type UnknownUsersRow = UnknownUsers['worst'][number] & Pick<UnknownUsers, 'total'>;

/**
 * Lists offers with too many clicks of unknown users today or yesterday, most clicks first. An offer has its latest
 * such day. Each row has the `total`.
 */
export const listUnknownUsers = (q: Queryable, now: Date, limit: number): Promise<UnknownUsersRow[]> =>
  q.query<UnknownUsersRow>(sql`
    select d.offer_id, o.title as offer_title, to_date(d.day::text, 'YYYYMMDD')::text as day, d.day = ${dayNumber(now)} as is_today,
           d.clicks, d.unknown, count(*) over () as total
    from (
      select distinct on (offer_id) offer_id, day, ${COUNTS} from ${clicksOf(lastDays(now, 2))}
      group by offer_id, day
      having sum(clicks) >= ${MIN_CLICKS} and sum(unknown_users) * ${ONE_IN} > sum(clicks)
      order by offer_id, day desc
    ) d join offers o on o.id = d.offer_id
    where o.archived_at is null
    order by d.unknown desc, d.offer_id limit ${limit}`);

import { daysBefore, kolkataDay } from '#platform/clock/index.ts';
import { sql, type Queryable } from '#platform/database/index.ts';

const KEPT_DAYS = 30;
/** Fewer clicks a day say nothing about the app. */
const MIN_CLICKS = 20;
/** The share of unknown users that needs attention: more than 1 in 20. */
const ONE_IN = 20;

interface ClickCount {
  readonly clicks: number;
  /** Clicks whose uid belongs to no user. A click without a uid is not counted here. */
  readonly unknown: number;
}

/** Counts an offer's clicks of today and of the last 7 days, in Asia/Kolkata. */
export async function countUnknownUsers(
  q: Queryable,
  offerId: string,
  now: Date,
): Promise<{ today: ClickCount; week: ClickCount }> {
  const today = kolkataDay(now);
  const row = await q.getOne<{ clicks: number; unknown: number; weekClicks: number; weekUnknown: number }>(sql`
    select coalesce(sum(clicks) filter (where day = ${today}::date), 0)::bigint as clicks,
           coalesce(sum(unknown_users) filter (where day = ${today}::date), 0)::bigint as unknown,
           coalesce(sum(clicks), 0)::bigint as week_clicks, coalesce(sum(unknown_users), 0)::bigint as week_unknown
    from click_days
    where offer_id = ${offerId} and day between ${kolkataDay(daysBefore(now, 6))}::date and ${today}::date`);
  return {
    today: { clicks: row.clicks, unknown: row.unknown },
    week: { clicks: row.weekClicks, unknown: row.weekUnknown },
  };
}

interface UnknownUsersRow extends ClickCount {
  readonly offerId: string;
  readonly offerTitle: string;
  readonly day: string;
  readonly isToday: boolean;
  readonly total: number;
}

/**
 * Lists offers with too many clicks of unknown users today or yesterday, most clicks first. An offer has its latest
 * such day. Each row has the `total`.
 */
export const listUnknownUsers = (q: Queryable, now: Date, limit: number): Promise<UnknownUsersRow[]> => {
  const today = kolkataDay(now);
  return q.query<UnknownUsersRow>(sql`
    select d.offer_id, o.title as offer_title, d.day, d.day = ${today}::date as is_today, d.clicks, d.unknown,
           count(*) over () as total
    from (
      select distinct on (offer_id) offer_id, day, sum(clicks)::bigint as clicks, sum(unknown_users)::bigint as unknown
      from click_days where day between ${kolkataDay(daysBefore(now, 1))}::date and ${today}::date
      group by offer_id, day
      having sum(clicks) >= ${MIN_CLICKS} and sum(unknown_users) * ${ONE_IN} > sum(clicks)
      order by offer_id, day desc
    ) d join offers o on o.id = d.offer_id
    where o.archived_at is null
    order by d.unknown desc, d.offer_id limit ${limit}`);
};

export const deleteOldClickDays = (q: Queryable, now: Date): Promise<number> =>
  q.execute(sql`delete from click_days where day < ${kolkataDay(daysBefore(now, KEPT_DAYS))}::date`);

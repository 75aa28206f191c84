import type { Paise } from '@muneem/contract/money';
import { sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';

export interface PricedEvent {
  readonly id: number;
  readonly revenue: Paise;
}

const unpriced = (offerId: string): Sql => sql`
  c.offer_id = ${offerId} and c.revenue_paise is null and c.status in ('approved', 'pending')`;
const priced = (events: readonly PricedEvent[]): Sql => sql`
  unnest(${events.map(({ id }) => id)}::bigint[], ${events.map(({ revenue }) => revenue)}::bigint[]) as e (event_id, revenue)`;

interface UnpricedMonth {
  /** 2026-11 in Asia/Kolkata. */
  readonly month: string;
  readonly conversions: number;
  readonly revenuePaise: Paise;
  /** Conversions of events without an expected revenue. */
  readonly staysUnknown: number;
}

/** Sums the conversions of unknown revenue by month, newest first. */
export const sumUnpriced = (q: Queryable, offerId: string, events: readonly PricedEvent[]): Promise<UnpricedMonth[]> =>
  q.query<UnpricedMonth & Record<string, unknown>>(sql`
    select to_char(c.created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(e.event_id)::bigint as conversions,
      coalesce(sum(e.revenue), 0)::bigint as revenue_paise, (count(*) - count(e.event_id))::bigint as stays_unknown
    from conversions c left join ${priced(events)} using (event_id) where ${unpriced(offerId)} group by 1 order by 1 desc`);

interface Unpriced {
  readonly id: string;
  readonly createdAt: Date;
  readonly clickId: string;
  readonly clickCreatedAt: Date;
}

export const listUnpriced = (
  q: Queryable,
  offerId: string,
  events: readonly PricedEvent[],
  { before, limit }: { before: Pick<Unpriced, 'id' | 'createdAt'> | undefined; limit: number },
): Promise<Unpriced[]> =>
  q.query<Unpriced & Record<string, unknown>>(sql`
    select c.id, c.created_at, c.click_id, c.click_created_at from conversions c
    where ${unpriced(offerId)} and c.event_id = any (${events.map(({ id }) => id)}::bigint[])
      and ${before === undefined ? sql`true` : sql`(c.created_at, c.id) < (${before.createdAt}, ${before.id})`}
    order by c.created_at desc, c.id desc limit ${limit}`);

/**
 * Sets the expected revenue of conversions whose revenue is still unknown, and changes the sums. Locks their clicks first,
 * like every other change of a conversion. @returns the number of changed conversions
 */
export async function fillRevenue(
  tx: Tx,
  offerId: string,
  events: readonly PricedEvent[],
  rows: readonly Unpriced[],
): Promise<{ filled: number; revenuePaise: Paise }> {
  await tx.execute(sql`
    select from clicks c join unnest(${rows.map((row) => row.clickId)}::text[], ${rows.map((row) => row.clickCreatedAt)}::timestamptz[])
      as k (id, created_at) using (id, created_at)
    order by c.id for no key update of c`);
  return tx.getOne(sql`
    with filled as (
      update conversions c set expected_revenue_paise = coalesce(c.expected_revenue_paise, e.revenue), revenue_paise = e.revenue
      from ${priced(events)}, unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ createdAt }) => createdAt)}::timestamptz[])
        as k (id, created_at)
      where c.id = k.id and c.created_at = k.created_at and c.event_id = e.event_id and ${unpriced(offerId)}
      returning to_char(c.created_at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer as day, c.offer_id, c.event_key, c.source, c.status,
        c.city || ', ' || coalesce(c.state, '') || ', ' || coalesce(c.country, '') as city, c.revenue_paise
    ), changed as (
      insert into conversion_changes (day, offer_id, event_key, source, status, city, revenue_paise, unpriced)
      select day, offer_id, event_key, source, status, city, sum(revenue_paise), -count(*) from filled group by 1, 2, 3, 4, 5, 6
    )
    select count(*)::bigint as filled, coalesce(sum(revenue_paise), 0)::bigint as revenue_paise from filled`);
}

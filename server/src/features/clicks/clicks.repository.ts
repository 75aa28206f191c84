import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { NewClick } from './click.ts';

const INSERT_CLICKS = `
insert into clicks (id, created_at, offer_id, user_id, status, p1, p2, p3, p4, p5, p6, upi, params, click_ip, user_agent, followed_at)
select c.id, c.created_at, c.offer_id, u.id, c.status, c.p1, c.p2, c.p3, c.p4, c.p5, c.p6, c.upi, c.params, c.click_ip, c.user_agent,
  case when c.status = 'clicked' then c.created_at end
from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
  $11::text[], $12::text[], $13::jsonb[], $14::inet[], $15::text[])
  as c (id, created_at, offer_id, uid, status, p1, p2, p3, p4, p5, p6, upi, params, click_ip, user_agent)
left join users u on u.uid = c.uid and u.deleted_at is null`;

/** Writes clicks with the commit; a uid that is not (or no longer) known leaves its click anonymous. */
export function insertClicks(tx: Tx, clicks: readonly NewClick[]): void {
  const column = <Value>(pick: (click: NewClick) => Value): Value[] => clicks.map(pick);
  tx.later('clicks-insert', INSERT_CLICKS, [
    column((click) => click.id),
    column((click) => click.createdAt),
    column((click) => click.offerId),
    column((click) => click.uid),
    column((click) => click.status),
    ...[0, 1, 2, 3, 4, 5].map((index) => column((click) => click.subParams[index] ?? null)),
    column((click) => click.upi),
    column((click) => (click.params === null ? null : JSON.stringify(click.params))),
    column((click) => click.ip),
    column((click) => click.userAgent),
  ]);
}

export interface FollowedClick {
  uid: string | null;
  p1: string | null;
  p2: string | null;
  p3: string | null;
  p4: string | null;
  p5: string | null;
  p6: string | null;
  params: Record<string, string> | null;
}

/**
 * A click that the API made is followed for the first time: it gets the visitor's address, and pending becomes clicked.
 * An event may have come before. Null: no such click.
 */
export async function followClick(
  q: Queryable,
  click: { id: string; createdAt: Date; offerId: string; at: Date; ip: string; userAgent: string | null },
): Promise<FollowedClick | null> {
  const { id, createdAt, offerId, at, ip, userAgent } = click;
  const rows = await q.query<FollowedClick>(sql`
    with followed as (
      update clicks set status = case status when 'pending' then 'clicked' else status end,
        followed_at = ${at}, click_ip = ${ip}, user_agent = ${userAgent}
      where id = ${id} and created_at = ${createdAt} and offer_id = ${offerId} and followed_at is null and click_ip is null
    )
    select u.uid, c.p1, c.p2, c.p3, c.p4, c.p5, c.p6, c.params
    from clicks c left join users u on u.id = c.user_id
    where c.id = ${id} and c.created_at = ${createdAt} and c.offer_id = ${offerId}`);
  return rows[0] ?? null;
}

export interface ClickPlace {
  readonly id: string;
  readonly createdAt: Date;
}

/** Locks the next clicks that no event has completed and no administrator has paid, the oldest first. */
export const lockOldClicks = (
  tx: Tx,
  { before, after, limit }: { before: Date; after: ClickPlace; limit: number },
): Promise<ClickPlace[]> =>
  tx.query<ClickPlace>(sql`
    select id, created_at as "createdAt" from clicks
    where created_at < ${before} and created_at >= ${after.createdAt} and (created_at, id) > (${after.createdAt}, ${after.id})
      and status in ('pending', 'clicked') and completed_at is null and paid_at is null
    order by created_at, id limit ${limit} for update`);

/**
 * Deletes those of the clicks that have no conversion, reversal or claim. They must be locked by an earlier statement:
 * this one then sees each conversion that was recorded before the lock.
 */
export async function deleteUnusedClicks(tx: Tx, clicks: readonly ClickPlace[]): Promise<number> {
  if (clicks.length === 0) return 0;
  return tx.execute(sql`
    delete from clicks c
    using unnest(${clicks.map(({ id }) => id)}::text[], ${clicks.map(({ createdAt }) => createdAt)}::timestamptz[]) as k (id, created_at)
    where c.id = k.id and c.created_at = k.created_at
      and not exists (select from conversion_keys x where x.click_id = c.id)
      and not exists (select from conversions x where x.click_id = c.id)
      and not exists (select from conversion_reversals x where x.click_id = c.id)
      and not exists (select from offer_claims x where x.user_id = c.user_id and x.offer_id = c.offer_id)`);
}

/** The months of clicks from `now` on, so that no row falls into the default partition. */
export async function ensureClickPartitions(q: Queryable, now: Date): Promise<void> {
  await q.query(sql`select ensure_monthly_partitions('clicks', ${now}::date, 4, 80)`);
}

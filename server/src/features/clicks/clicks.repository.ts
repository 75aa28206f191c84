import type { CustomParameter } from '@muneem/contract/postbacks';
import { columnsOf, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';
import { CLICK, type NewClick } from './click.ts';

const NEW_CLICK = columnsOf<'clicks', NewClick>('clicks', {
  id: (click) => click.id,
  createdAt: (click) => click.createdAt,
  offerId: (click) => click.offerId,
  status: (click) => click.status,
  p1: ({ subParams: [p1] }) => p1 ?? null,
  p2: ({ subParams: [, p2] }) => p2 ?? null,
  p3: ({ subParams: [, , p3] }) => p3 ?? null,
  p4: ({ subParams: [, , , p4] }) => p4 ?? null,
  p5: ({ subParams: [, , , , p5] }) => p5 ?? null,
  p6: ({ subParams: [, , , , , p6] }) => p6 ?? null,
  upi: (click) => click.upi,
  params: (click) => (click.params === null ? null : JSON.stringify(click.params)),
  clickIp: (click) => click.ip,
  userAgent: (click) => click.userAgent,
  followedAt: (click) => (click.status === 'clicked' ? click.createdAt : null),
});

const UIDS = NEW_CLICK.count + 1;
const INSERT_CLICKS = `
with c as (
  select u.id as user_id, c.*
  from unnest(${NEW_CLICK.parameters()}, $${UIDS}::text[], $${UIDS + 1}::text[]) as c (${NEW_CLICK.names}, uid, city)
  left join users u on u.uid = c.uid and u.deleted_at is null
), added as (
  insert into clicks (user_id, ${NEW_CLICK.names}) select user_id, ${NEW_CLICK.names} from c
)
insert into conversion_changes (day, offer_id, city, event_key, source, status, clicks, unknown_users)
select to_char(created_at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer, offer_id, city, '${CLICK.eventKey}', '${CLICK.source}',
  '${CLICK.status}', count(*), count(*) filter (where uid <> '' and user_id is null)
from c group by 1, 2, 3`;

/** Inserts and counts clicks with the commit. An unknown uid makes its click anonymous. @param cities one for each click */
export function insertClicks(tx: Tx, clicks: readonly NewClick[], cities: readonly (string | null)[]): void {
  tx.later('clicks-insert', INSERT_CLICKS, [...NEW_CLICK.valuesOf(clicks), clicks.map(({ uid }) => uid), cities]);
}

interface FollowedClick extends Pick<Row<'clicks'>, CustomParameter> {
  uid: string | null;
  params: Record<string, string> | null;
}

/**
 * Records the first visit of a click that the API made: sets the IP address, and pending becomes clicked.
 * An event may have come first. @returns null if there is no such click
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

/** A click's id and the time it contains, which selects the partition. */
export interface ClickRef {
  readonly id: string;
  readonly createdAt: Date;
}

/** Locks the next clicks that are neither completed nor paid by an admin, oldest first. */
export const lockOldClicks = (
  tx: Tx,
  { before, after, limit }: { before: Date; after: ClickRef; limit: number },
): Promise<ClickRef[]> =>
  tx.query<ClickRef>(sql`
    select id, created_at from clicks
    where created_at < ${before} and created_at >= ${after.createdAt} and (created_at, id) > (${after.createdAt}, ${after.id})
      and status in ('pending', 'clicked') and completed_at is null and paid_at is null
    order by created_at, id limit ${limit} for update`);

/**
 * Deletes the clicks that have no conversion, reversal or claim. An earlier statement must lock them,
 * so that this one sees every conversion recorded before the lock.
 */
export async function deleteUnusedClicks(tx: Tx, clicks: readonly ClickRef[]): Promise<number> {
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

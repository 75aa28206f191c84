import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface PollableOffer {
  readonly offerId: string;
  readonly eventIds: readonly number[];
}

const toJson = (offers: readonly PollableOffer[]): string =>
  JSON.stringify(offers.map(({ offerId, eventIds }) => ({ offer_id: offerId, event_ids: eventIds })));

const OFFERS = 'jsonb_to_recordset($1::jsonb) as o (offer_id text, event_ids bigint[])';
/** SQL: the number of the offer's events that a click has converted. `row` has the `event_ids`. */
const CONVERTED_EVENTS_OF = (click: string, row: string): string =>
  `(select count(*) from conversion_keys k where k.click_id = ${click} and k.event_id = any (${row}.event_ids))`;

/** Clicks read per offer and run. A long history is enqueued in several runs. */
const READ_PER_OFFER = 1_000;
/** An offer with this many older clicks in the queue needs no newer ones: the next run takes at most half as many. */
const ENOUGH_AHEAD = 100;
/** Clicks are inserted after the time in their id, and clocks differ, so the newest period is read again. */
const OVERLAP_MS = 120_000;

/*
 * Reads each offer's clicks from where the last run stopped (`fed_until`), enqueues those with a pending event, and stores
 * where this run stopped.
 */
const FEED = `
with offers_in as (
  select o.*,
    -- An event that is new to the offer may be pending for any of its clicks.
    greatest(case when s.event_ids @> o.event_ids then s.fed_until end, $2::timestamptz) as fed_until
  from ${OFFERS} left join smart_poll_offers s on s.offer_id = o.offer_id
  where (s.event_ids @> o.event_ids) is not true or (
    select count(*) from (
      select 1 from smart_poll_queue q where q.offer_id = o.offer_id and q.queued_at < s.fed_until limit ${ENOUGH_AHEAD}
    ) ahead) < ${ENOUGH_AHEAD}
), looked_at as (
  select o.*, c.id, c.created_at, c.paid_at, c.status
  from offers_in o left join lateral (
    select c.id, c.created_at, c.paid_at, c.status from clicks c
    where c.offer_id = o.offer_id and c.created_at >= o.fed_until and c.created_at <= $3
    order by c.created_at limit ${READ_PER_OFFER}
  ) c on true
), fed as (
  insert into smart_poll_queue (click_id, click_created_at, offer_id)
  select id, created_at, offer_id from looked_at
  where id is not null and paid_at is null and status <> 'failed'
    and ${CONVERTED_EVENTS_OF('looked_at.id', 'looked_at')} < cardinality(event_ids)
  order by id
  on conflict do nothing
)
insert into smart_poll_offers as s (offer_id, event_ids, fed_until)
select offer_id, event_ids, least($4::timestamptz, $3, case when count(id) = ${READ_PER_OFFER} then max(created_at) end)
from looked_at group by offer_id, event_ids order by offer_id
on conflict (offer_id) do update set event_ids = excluded.event_ids, fed_until = excluded.fed_until`;

/** Enqueues the offers' clicks from `oldest` to `newest` that may have a pending event. */
export async function feedQueue(
  tx: Tx,
  offers: readonly PollableOffer[],
  { oldest, newest, now }: { oldest: Date; newest: Date; now: Date },
): Promise<void> {
  if (offers.length === 0) return;
  // A cached plan from when there were few clicks must not scan the table.
  await tx.prepared('', "select set_config('enable_seqscan', 'off', true)", []);
  await tx.prepared('smart-poll-feed', FEED, [toJson(offers), oldest, newest, new Date(now.getTime() - OVERLAP_MS)]);
}

interface QueuedClick extends Record<string, unknown> {
  clickId: string;
  offerId: string;
  queuedAt: Date;
  /** False: no event is left to ask about. */
  isPending: boolean;
}

/** The end of a page of the queue. */
type QueuePosition = Pick<QueuedClick, 'queuedAt' | 'clickId'>;

export const QUEUE_START: QueuePosition = { queuedAt: new Date(0), clickId: '' };

const READ_QUEUE = `
select q.click_id, q.offer_id, q.queued_at,
  coalesce(q.click_created_at >= $2 and c.paid_at is null and c.status <> 'failed'
    and ${CONVERTED_EVENTS_OF('q.click_id', 'q')} < cardinality(q.event_ids), false) as is_pending
from (
  select q.*, o.event_ids from ${OFFERS} cross join lateral (
    select q.click_id, q.click_created_at, q.offer_id, q.queued_at from smart_poll_queue q
    where q.offer_id = o.offer_id and q.click_created_at <= $3 and (q.queued_at, q.click_id) > ($4, $5)
    order by q.queued_at, q.click_id limit $6
  ) q
  order by q.queued_at, q.click_id limit $6
) q
left join clicks c on c.id = q.click_id and c.created_at = q.click_created_at
order by q.queued_at, q.click_id`;

/** Reads the next clicks of the queue after `position`. */
export const readQueue = (
  q: Queryable,
  offers: readonly PollableOffer[],
  {
    oldest,
    newest,
    position,
    limit,
  }: { readonly oldest: Date; readonly newest: Date; readonly position: QueuePosition; readonly limit: number },
): Promise<QueuedClick[]> =>
  q.prepared<QueuedClick>('smart-poll-queue', READ_QUEUE, [
    toJson(offers),
    oldest,
    newest,
    position.queuedAt,
    position.clickId,
    limit,
  ]);

/** Removes clicks without pending events from the queue. */
export async function dropFromQueue(q: Queryable, clickIds: readonly string[]): Promise<void> {
  if (clickIds.length === 0) return;
  await q.execute(sql`delete from smart_poll_queue where click_id = any (${clickIds}::text[])`);
}

interface AskedClick {
  readonly clickId: string;
  readonly eventIds: readonly number[];
}

/** Moves polled clicks to the end of the queue, and removes complete ones. */
export async function requeue(tx: Tx, clicks: readonly AskedClick[], at: Date): Promise<void> {
  if (clicks.length === 0) return;
  const json = JSON.stringify(clicks.map(({ clickId, eventIds }) => ({ click_id: clickId, event_ids: eventIds })));
  await tx.prepared(
    'smart-poll-requeue',
    `with asked as (
       select a.click_id, ${CONVERTED_EVENTS_OF('a.click_id', 'a')} >= cardinality(a.event_ids) as done
       from jsonb_to_recordset($1::jsonb) as a (click_id text, event_ids bigint[])
     ), left_queue as (
       delete from smart_poll_queue q using asked a where q.click_id = a.click_id and a.done
     )
     update smart_poll_queue q set last_polled_at = $2 from asked a where q.click_id = a.click_id and not a.done`,
    [json, at],
  );
}

/** Counts the waiting clicks, up to `most`. */
export const countQueue = (q: Queryable, most: number): Promise<number> =>
  q.getValue(sql`select count(*) as count from (select 1 from smart_poll_queue limit ${most}) waiting`);

/** Removes clicks that are too old to poll. @returns their number, at most `limit` */
export const purgeQueue = (q: Queryable, oldest: Date, limit: number): Promise<number> =>
  q.execute(sql`
    delete from smart_poll_queue where click_id in (
      select click_id from smart_poll_queue where click_created_at < ${oldest} limit ${limit})`);

/** Lists the approved events of these clicks: `click event`. */
export async function listApproved(q: Queryable, clickIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await q.query<{ name: string }>(sql`
    select click_id || ' ' || event_id as name from conversion_keys where click_id = any (${clickIds}::text[]) and approved`);
  return new Set(rows.map(({ name }) => name));
}

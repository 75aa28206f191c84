import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

/** An active offer with a status URL. */
export interface PollableOffer {
  readonly offerId: string;
  readonly events: PolledEvents;
}

/** By the keys of events: those that count for each, its own and what it inherited. */
export type PolledEvents = ReadonlyMap<string, readonly string[]>;

interface KeyColumns {
  readonly event_keys: readonly string[];
  /** Every key that counts, and at the same place the event for which it does. */
  readonly counted_keys: readonly string[];
  readonly counts_for: readonly string[];
}

function toColumns(events: PolledEvents): KeyColumns {
  const pairs = [...events].flatMap(([key, counted]) => counted.map((each) => [each, key] as const));
  return {
    event_keys: [...events.keys()],
    counted_keys: pairs.map(([counted]) => counted),
    counts_for: pairs.map(([, key]) => key),
  };
}

const toJson = (offers: readonly PollableOffer[]): string =>
  JSON.stringify(offers.map(({ offerId, events }) => ({ offer_id: offerId, ...toColumns(events) })));

const KEY_COLUMNS = 'event_keys text[], counted_keys text[], counts_for text[]';
const OFFERS = `jsonb_to_recordset($1::jsonb) as o (offer_id text, ${KEY_COLUMNS})`;
/** How many of its offer's events a click has converted; `keys` has the KEY_COLUMNS. */
const DONE_OF = (click: string, keys: string): string =>
  `(select count(distinct ${keys}.counts_for[array_position(${keys}.counted_keys, k.event_key)])
    from conversion_keys k where k.click_id = ${click} and k.event_key = any (${keys}.counted_keys))`;

/** So many clicks of each offer are looked at in one run; a long past is taken in piece by piece. */
const READ_PER_OFFER = 1_000;
/** With so many of an offer in the queue before all that are not in it, those cannot be among the next run's clicks. */
const ENOUGH_AHEAD = 100;
/** A click is written a little after the time in its id, and nodes' clocks differ: so long the newest are read again. */
const OVERLAP_MS = 120_000;

const FEED = `
with offers_in as (
  select o.*,
    -- An event that is new to the offer may be pending for any of its clicks.
    greatest(case when s.event_keys @> o.event_keys then s.fed_until end, $2::timestamptz) as fed_until
  from ${OFFERS} left join smart_poll_offers s on s.offer_id = o.offer_id
  where (s.event_keys @> o.event_keys) is not true or (
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
    and ${DONE_OF('looked_at.id', 'looked_at')} < cardinality(event_keys)
  order by id
  on conflict do nothing
)
insert into smart_poll_offers as s (offer_id, event_keys, fed_until)
select offer_id, event_keys, least($4::timestamptz, $3, case when count(id) = ${READ_PER_OFFER} then max(created_at) end)
from looked_at group by offer_id, event_keys order by offer_id
on conflict (offer_id) do update set event_keys = excluded.event_keys, fed_until = excluded.fed_until`;

/** Puts the clicks of these offers that were made from `oldest` to `newest` and may have a pending event into the queue. */
export async function feedQueue(
  tx: Tx,
  offers: readonly PollableOffer[],
  { oldest, newest, now }: { oldest: Date; newest: Date; now: Date },
): Promise<void> {
  if (offers.length === 0) return;
  // A plan from the days of few clicks must not read them all.
  await tx.prepared('', "select set_config('enable_seqscan', 'off', true)", []);
  await tx.prepared('smart-poll-feed', FEED, [toJson(offers), oldest, newest, new Date(now.getTime() - OVERLAP_MS)]);
}

export interface QueuedClick extends Record<string, unknown> {
  clickId: string;
  offerId: string;
  queuedAt: Date;
  /** False: nothing is left to ask about. */
  isPending: boolean;
}

/** Where a page of the queue ended. */
export type QueuePlace = Pick<QueuedClick, 'queuedAt' | 'clickId'>;

export const QUEUE_START: QueuePlace = { queuedAt: new Date(0), clickId: '' };

const READ_QUEUE = `
select q.click_id as "clickId", q.offer_id as "offerId", q.queued_at as "queuedAt",
  coalesce(q.click_created_at >= $2 and c.paid_at is null and c.status <> 'failed'
    and ${DONE_OF('q.click_id', 'q')} < cardinality(q.event_keys), false) as "isPending"
from (
  select q.*, o.event_keys, o.counted_keys, o.counts_for from ${OFFERS} cross join lateral (
    select q.click_id, q.click_created_at, q.offer_id, q.queued_at from smart_poll_queue q
    where q.offer_id = o.offer_id and q.click_created_at <= $3 and (q.queued_at, q.click_id) > ($4, $5)
    order by q.queued_at, q.click_id limit $6
  ) q
  order by q.queued_at, q.click_id limit $6
) q
left join clicks c on c.id = q.click_id and c.created_at = q.click_created_at
order by q.queued_at, q.click_id`;

/** The next of the queue after `place`, in its order. */
export const readQueue = (
  q: Queryable,
  offers: readonly PollableOffer[],
  {
    oldest,
    newest,
    place,
    limit,
  }: { readonly oldest: Date; readonly newest: Date; readonly place: QueuePlace; readonly limit: number },
): Promise<QueuedClick[]> =>
  q.prepared<QueuedClick>('smart-poll-queue', READ_QUEUE, [
    toJson(offers),
    oldest,
    newest,
    place.queuedAt,
    place.clickId,
    limit,
  ]);

/** Takes clicks out of the queue that have nothing left to ask about. */
export async function dropFromQueue(q: Queryable, clickIds: readonly string[]): Promise<void> {
  if (clickIds.length === 0) return;
  await q.execute(sql`delete from smart_poll_queue where click_id = any (${clickIds}::text[])`);
}

export interface AskedClick {
  readonly clickId: string;
  readonly events: PolledEvents;
}

/** Clicks that were just asked about go to the end of the queue; those that are complete now leave it. */
export async function requeue(tx: Tx, clicks: readonly AskedClick[], at: Date): Promise<void> {
  if (clicks.length === 0) return;
  const json = JSON.stringify(clicks.map(({ clickId, events }) => ({ click_id: clickId, ...toColumns(events) })));
  await tx.prepared(
    'smart-poll-requeue',
    `with asked as (
       select a.click_id, ${DONE_OF('a.click_id', 'a')} >= cardinality(a.event_keys) as done
       from jsonb_to_recordset($1::jsonb) as a (click_id text, ${KEY_COLUMNS})
     ), left_queue as (
       delete from smart_poll_queue q using asked a where q.click_id = a.click_id and a.done
     )
     update smart_poll_queue q set last_polled_at = $2 from asked a where q.click_id = a.click_id and not a.done`,
    [json, at],
  );
}

/** How many clicks wait, counted up to `most`. */
export async function countQueue(q: Queryable, most: number): Promise<number> {
  const [row] = await q.query<{ count: number }>(
    sql`select count(*) as count from (select 1 from smart_poll_queue limit ${most}) waiting`,
  );
  return row?.count ?? 0;
}

/** Takes out the clicks that are too old to be asked about. @returns how many, at most `limit` */
export const purgeQueue = (q: Queryable, oldest: Date, limit: number): Promise<number> =>
  q.execute(sql`
    delete from smart_poll_queue where click_id in (
      select click_id from smart_poll_queue where click_created_at < ${oldest} limit ${limit})`);

import type { AttemptError, MacroValues, PostbackMethod } from '@muneem/contract/custom-postbacks';
import { sql, type Database, type Queryable, type Tx } from '#platform/database/index.ts';

/*
 * The statements of the delivery worker: set-based, prepared once per connection. `next_attempt_at` is the one time at
 * which a delivery may be taken: when it is due, or, while it is being sent, the end of its lease.
 */

/** A delivery that was taken, with its postback as it is now. */
export interface ClaimedDelivery extends Record<string, unknown> {
  readonly id: number;
  /** Says whose result counts: whoever takes it again raises it. */
  readonly claims: number;
  /** Tries of this round that have failed. */
  readonly attempts: number;
  readonly macros: MacroValues;
  readonly leaseUntil: Date;
  readonly postbackId: string;
  readonly priority: number;
  readonly target: string;
  /** The target rested and is asked one call at a time. */
  readonly probing: boolean;
  readonly postbackUrl: string;
  readonly httpMethod: PostbackMethod;
  readonly bodyTemplate: string;
  readonly authSealed: string | null;
  readonly retryCount: number;
  readonly timeoutMs: number;
}

export interface ClaimRequest {
  readonly now: Date;
  /** Most deliveries in all. */
  readonly limit: number;
  /** Added to a postback's timeout: the time to write the result. */
  readonly graceMs: number;
  /** How many a target may have of which nothing is on its way. */
  readonly roomPerTarget: number;
  /** How many more the targets may have to which something is on its way. */
  readonly rooms: ReadonlyMap<string, number>;
  /** The same for a target that rested and did not answer well since: these, and none while one is on its way. */
  readonly probes: number;
}

/**
 * Each active postback is a lane; of each lane the oldest due rows that nobody else is taking are locked, then lanes
 * that share a target share its room, lowest priority number first.
 */
const CLAIM = `
with lanes as materialized (
  select p.id, p.priority, p.target, t.target is not null as probing,
    least(case when t.target is null then coalesce(r.room, $4) when r.target is null then $7 else 0 end, $2) as room
  from custom_postbacks p
  left join custom_postback_targets t on t.target = p.target
  left join unnest($5::text[], $6::int[]) as r (target, room) on r.target = p.target
  where p.status = 'active' and p.deleted_at is null and (t.open_until is null or t.open_until <= $1)
), due as materialized (
  select d.id, l.id as postback_id, l.priority, l.target, l.probing, l.room, d.next_attempt_at
  from lanes l cross join lateral (
    select q.id, q.next_attempt_at from postback_deliveries q
    where q.custom_postback_id = l.id and q.status in ('waiting', 'sending') and q.next_attempt_at <= $1
    order by q.next_attempt_at, q.id limit l.room for update skip locked
  ) d
), chosen as materialized (
  select id, postback_id, probing from (
    select due.*, row_number() over (partition by target order by priority, next_attempt_at, id) as place from due
  ) placed
  where place <= room order by priority, next_attempt_at, id limit $2
)
update postback_deliveries d
set status = 'sending', claims = d.claims + 1, next_attempt_at = $1 + make_interval(secs => (p.timeout_ms + $3) / 1000.0)
from chosen c join custom_postbacks p on p.id = c.postback_id
where d.id = c.id
returning d.id, d.claims, d.attempts, d.macros, d.next_attempt_at as "leaseUntil", p.id as "postbackId", p.priority,
  p.target, c.probing, p.postback_url as "postbackUrl", p.http_method as "httpMethod", p.body_template as "bodyTemplate",
  p.auth_sealed as "authSealed", p.retry_count as "retryCount", p.timeout_ms as "timeoutMs"`;

/** Takes due deliveries of active postbacks, in the order in which they are to be sent. */
export async function claimDeliveries(database: Database, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const rows = await database.prepared<ClaimedDelivery>('deliveries-claim', CLAIM, [
    request.now,
    request.limit,
    request.graceMs,
    request.roomPerTarget,
    [...request.rooms.keys()],
    [...request.rooms.values()],
    request.probes,
  ]);
  return rows.sort((a, b) => a.priority - b.priority || a.id - b.id);
}

/** One try that was made, and what its delivery becomes if it still belongs to whoever made it. */
export interface AttemptRow {
  readonly deliveryId: number;
  readonly claims: number;
  readonly postbackId: string;
  readonly startedAt: Date;
  readonly method: PostbackMethod;
  readonly url: string;
  readonly success: boolean;
  readonly status: number | null;
  readonly ms: number;
  readonly error: AttemptError | null;
  readonly detail: string | null;
  readonly response: string;
  readonly becomes: 'waiting' | 'delivered' | 'exhausted';
  readonly nextAttemptAt: Date;
}

/**
 * A result counts when nobody took the delivery since. That it was delivered counts always: it was. Every try is
 * written down, whoever made it.
 */
const SETTLE = `
with r as materialized (
  select * from unnest($1::bigint[], $2::int[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::boolean[], $8::int[],
    $9::int[], $10::text[], $11::text[], $12::text[], $13::text[], $14::timestamptz[]) with ordinality
    as r (id, claims, postback_id, started_at, method, url, success, status, ms, error, detail, response, becomes, next_attempt_at, place)
), settled as (
  update postback_deliveries d set
    attempts_total = d.attempts_total + 1,
    last_status = r.status, last_error = r.error, last_ms = r.ms,
    attempts = case when r.success or (d.claims = r.claims and d.status = 'sending') then d.attempts + 1 else d.attempts end,
    status = case
      when r.success then 'delivered'
      when d.claims = r.claims and d.status = 'sending' then r.becomes
      else d.status end,
    next_attempt_at = case when not r.success and d.claims = r.claims and d.status = 'sending' then r.next_attempt_at else d.next_attempt_at end,
    finished_at = case
      when r.success then coalesce(d.finished_at, $15)
      when d.claims = r.claims and d.status = 'sending' and r.becomes = 'exhausted' then $15
      else d.finished_at end
  from r where d.id = r.id
  returning d.id, d.attempts_total as number, d.status, d.claims
), logged as (
  insert into postback_attempts (delivery_id, number, custom_postback_id, started_at, method, url, success, status, ms, error, detail, response)
  select r.id, s.number, r.postback_id, r.started_at, r.method, r.url, r.success, r.status, r.ms, r.error, r.detail, r.response
  from r join settled s on s.id = r.id
)
select r.postback_id as "postbackId", s.status = 'delivered' as delivered
from r join settled s on s.id = r.id
where s.status = r.becomes and s.claims = r.claims and r.becomes <> 'waiting'
order by r.place`;

/** A delivery that ended with this batch. */
export interface EndedDelivery extends Record<string, unknown> {
  readonly postbackId: string;
  readonly delivered: boolean;
}

/** Writes down tries of different deliveries. @returns those that ended, in the order of the batch */
export function settleAttempts(tx: Tx, rows: readonly AttemptRow[], now: Date): Promise<EndedDelivery[]> {
  const column = <Value>(pick: (row: AttemptRow) => Value): Value[] => rows.map(pick);
  return tx.prepared<EndedDelivery>('deliveries-settle', SETTLE, [
    column((row) => row.deliveryId),
    column((row) => row.claims),
    column((row) => row.postbackId),
    column((row) => row.startedAt),
    column((row) => row.method),
    column((row) => row.url),
    column((row) => row.success),
    column((row) => row.status),
    column((row) => row.ms),
    column((row) => row.error),
    column((row) => row.detail),
    column((row) => row.response),
    column((row) => row.becomes),
    column((row) => row.nextAttemptAt),
    now,
  ]);
}

/** What a batch adds to the sums of one postback. */
export interface PostbackCounts {
  readonly postbackId: string;
  fired: number;
  successes: number;
  errors: number;
  totalMs: number;
  /** Failed deliveries before the first that was delivered; all of them where none was. */
  failuresFirst: number;
  /** The longest row of failed deliveries that begins after a delivered one. */
  failuresInside: number;
  /** Failed deliveries after the last that was delivered. */
  failuresLast: number;
  delivered: boolean;
}

/** The last locks that a batch takes: these rows are shared by all who send for the same postback. */
const COUNT = `
with r as materialized (
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::int[], $8::int[], $9::boolean[])
    as r (id, fired, successes, errors, total_ms, first, inside, last, delivered)
), locked as materialized (
  select p.id, p.failures_in_row as before from custom_postbacks p join r on r.id = p.id order by p.id for no key update of p
), counted as (
  update custom_postbacks p set
    total_fired = p.total_fired + r.fired, success_count = p.success_count + r.successes, error_count = p.error_count + r.errors,
    total_ms = p.total_ms + r.total_ms, last_fired_at = greatest(p.last_fired_at, $10),
    failures_in_row = case when r.delivered then r.last else p.failures_in_row + r.first end
  from r join locked l on l.id = r.id where p.id = r.id
  returning p.id, p.status, greatest(l.before + r.first, r.inside) as peak
), days as (
  insert into custom_postback_days as d (custom_postback_id, day, fired, successes, errors, total_ms)
  select id, $11::date, fired, successes, errors, total_ms from r order by id
  on conflict (custom_postback_id, day) do update set fired = d.fired + excluded.fired,
    successes = d.successes + excluded.successes, errors = d.errors + excluded.errors, total_ms = d.total_ms + excluded.total_ms
)
select id as "postbackId", peak from counted where status = 'active' and peak >= $12`;

/** Adds to the sums. @returns the active postbacks whose deliveries failed `most` times in a row or more */
export function countAttempts(
  tx: Tx,
  counts: readonly PostbackCounts[],
  { now, day, most }: { now: Date; day: string; most: number },
): Promise<{ postbackId: string; peak: number }[]> {
  const column = <Value>(pick: (row: PostbackCounts) => Value): Value[] => counts.map(pick);
  return tx.prepared('deliveries-count', COUNT, [
    column((row) => row.postbackId),
    column((row) => row.fired),
    column((row) => row.successes),
    column((row) => row.errors),
    column((row) => row.totalMs),
    column((row) => row.failuresFirst),
    column((row) => row.failuresInside),
    column((row) => row.failuresLast),
    column((row) => row.delivered),
    now,
    day,
    most,
  ]);
}

/** Puts taken deliveries back that were not sent. */
export async function releaseDeliveries(
  q: Queryable,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'claims'>[],
  now: Date,
): Promise<void> {
  if (claimed.length === 0) return;
  await q.execute(sql`
    update postback_deliveries d set status = 'waiting', next_attempt_at = ${now}
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ claims }) => claims)}::int[]) as r (id, claims)
    where d.id = r.id and d.claims = r.claims and d.status = 'sending'`);
}

/** Leaves targets alone until then. */
export async function restTargets(tx: Tx, targets: readonly string[], until: Date): Promise<void> {
  if (targets.length === 0) return;
  await tx.execute(sql`
    insert into custom_postback_targets as t (target, open_until)
    select target, ${until} from unnest(${targets}::text[]) as target order by target
    on conflict (target) do update set open_until = greatest(t.open_until, excluded.open_until)`);
}

/** They answer well again. */
export async function reviveTargets(tx: Tx, targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return;
  await tx.execute(sql`delete from custom_postback_targets where target = any(${targets}::text[])`);
}

/** Deliveries of active postbacks that are due, counted up to `most`: for the metrics. */
export async function countDue(q: Queryable, now: Date, most: number): Promise<number> {
  const [row] = await q.query<{ due: number }>(sql`
    select count(*) as due from (
      select 1 from custom_postbacks p join postback_deliveries d on d.custom_postback_id = p.id
      where p.status = 'active' and p.deleted_at is null and d.status in ('waiting', 'sending') and d.next_attempt_at <= ${now}
      limit ${most}) due`);
  return row?.due ?? 0;
}

/** The months of tries from `now` on, so that no row falls into the default partition. */
export async function ensureAttemptPartitions(q: Queryable, now: Date): Promise<void> {
  await q.query(sql`select ensure_monthly_partitions('postback_attempts', ${now}::date, 4)`);
}

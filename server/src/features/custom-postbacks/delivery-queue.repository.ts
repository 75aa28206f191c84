import type { MacroValues, PostbackMethod } from '@muneem/contract/custom-postbacks';
import { columnsOf, sql, type Database, type Queryable } from '#platform/database/index.ts';
import type { TargetAnswer } from './call-target.ts';

/*
 * The statements of the delivery worker: set-based, prepared once per connection.
 * `next_attempt_at` is when a delivery may be claimed: its due time or, while it is in flight, the end of its lease.
 */

/** A claimed delivery with its current postback. */
export interface ClaimedDelivery extends Record<string, unknown> {
  readonly id: number;
  /** Incremented by each claim. Only the latest claim's result counts. */
  readonly claims: number;
  /** Failed attempts of this round. */
  readonly attempts: number;
  readonly macros: MacroValues;
  readonly leaseUntil: Date;
  readonly postbackId: string;
  readonly priority: number;
  readonly target: string;
  /** The target's pause has ended, and it gets one call at a time. */
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
  /** Maximum of claimed deliveries. */
  readonly limit: number;
  /** Milliseconds added to a postback's timeout, to write the result. */
  readonly graceMs: number;
  /** Limit for a target without calls in flight. */
  readonly roomPerTarget: number;
  /** Further deliveries allowed for targets with calls in flight. */
  readonly rooms: ReadonlyMap<string, number>;
  /** Limit for a target after its pause, until it answers well. None while a call is in flight. */
  readonly probes: number;
}

/**
 * Each active postback is a lane. Lanes are read by priority number, ties in random order.
 * Locks the oldest due rows, skipping locked ones. Lanes with one target share its limit.
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
  from (select * from lanes where room > 0 order by priority, random()) l cross join lateral (
    select q.id, q.next_attempt_at from postback_deliveries q
    where q.custom_postback_id = l.id and q.status in ('waiting', 'sending') and q.next_attempt_at <= $1
    order by q.next_attempt_at, q.id limit l.room for update skip locked
  ) d
  limit $2
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
returning d.id, d.claims, d.attempts, d.macros, d.next_attempt_at as lease_until, p.id as postback_id, p.priority,
  p.target, c.probing, p.postback_url, p.http_method, p.body_template,
  p.auth_sealed, p.retry_count, p.timeout_ms`;

/** Claims due deliveries of active postbacks, in sending order. */
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

/** An attempt, and its delivery's next status if the claim is still current. */
export interface AttemptRow extends Omit<TargetAnswer, 'retryAfterMs' | 'targetFailed'> {
  readonly deliveryId: number;
  readonly claims: number;
  readonly postbackId: string;
  readonly startedAt: Date;
  readonly method: PostbackMethod;
  readonly becomes: 'waiting' | 'delivered' | 'exhausted';
  readonly nextAttemptAt: Date;
}

const ATTEMPT = columnsOf<'postback_attempts', AttemptRow>('postback_attempts', {
  deliveryId: (row) => row.deliveryId,
  customPostbackId: (row) => row.postbackId,
  startedAt: (row) => row.startedAt,
  method: (row) => row.method,
  url: (row) => row.url,
  success: (row) => row.success,
  status: (row) => row.status,
  ms: (row) => row.ms,
  error: (row) => row.error,
  detail: (row) => row.detail,
  response: (row) => row.response,
});

/**
 * A failed result counts only for the current claim. A success always counts, and every attempt is recorded.
 * The postback's row is locked last, because concurrent writers wait for it.
 * `runs` are consecutive failures: before the first success (run 0) and after each success.
 */
const SETTLE = `
with r as materialized (
  select * from unnest(${ATTEMPT.parameters()}, $12::int[], $13::text[], $14::timestamptz[]) with ordinality
    as r (${ATTEMPT.names}, claims, becomes, next_attempt_at, place)
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
  from r where d.id = r.delivery_id
  returning d.id, d.attempts_total as number, d.status, d.claims
), logged as (
  insert into postback_attempts (${ATTEMPT.names}, number)
  select ${ATTEMPT.namesIn('r')}, s.number from r join settled s on s.id = r.delivery_id
), ended as (
  select r.custom_postback_id as postback_id, r.success,
    count(*) filter (where r.success) over (partition by r.custom_postback_id order by r.place) as run
  from r join settled s on s.id = r.delivery_id where s.status = r.becomes and s.claims = r.claims and r.becomes <> 'waiting'
), runs as (
  select postback_id, run, count(*) filter (where not success) as failed from ended group by postback_id, run
), rows as (
  select postback_id, coalesce(max(failed) filter (where run = 0), 0) as first, coalesce(max(failed) filter (where run > 0), 0) as longest,
    (array_agg(failed order by run desc))[1] as last, max(run) > 0 as delivered
  from runs group by postback_id
), sums as materialized (
  select custom_postback_id as id, count(*) as fired, count(*) filter (where success) as successes, sum(ms) as total_ms
  from r group by custom_postback_id
), locked as materialized (
  select p.id, p.failures_in_row as before from custom_postbacks p where p.id in (select id from sums)
  order by p.id for no key update of p
), counted as (
  update custom_postbacks p set
    total_fired = p.total_fired + s.fired, success_count = p.success_count + s.successes,
    error_count = p.error_count + s.fired - s.successes, total_ms = p.total_ms + s.total_ms,
    last_fired_at = greatest(p.last_fired_at, $15),
    failures_in_row = case when f.delivered then f.last else p.failures_in_row + coalesce(f.first, 0) end
  from locked l join sums s on s.id = l.id left join rows f on f.postback_id = l.id
  where p.id = l.id
  returning p.id, p.status, s.fired, s.successes, s.total_ms,
    greatest(l.before + coalesce(f.first, 0), coalesce(f.longest, 0)) as peak
), days as (
  insert into custom_postback_days as d (custom_postback_id, day, fired, successes, errors, total_ms)
  select id, $16::date, fired, successes, fired - successes, total_ms from counted
  on conflict (custom_postback_id, day) do update set fired = d.fired + excluded.fired,
    successes = d.successes + excluded.successes, errors = d.errors + excluded.errors, total_ms = d.total_ms + excluded.total_ms
)
select id from counted where status = 'active' and peak >= $17`;

/**
 * Records attempts of different deliveries, the deliveries' status and the totals, in one statement.
 * @returns active postbacks with at least `most` consecutive failed deliveries
 */
export async function settleAttempts(
  q: Queryable,
  rows: readonly AttemptRow[],
  { now, day, most }: { now: Date; day: string; most: number },
): Promise<string[]> {
  const failing = await q.prepared<{ id: string }>('deliveries-settle', SETTLE, [
    ...ATTEMPT.valuesOf(rows),
    rows.map((row) => row.claims),
    rows.map((row) => row.becomes),
    rows.map((row) => row.nextAttemptAt),
    now,
    day,
    most,
  ]);
  return failing.map(({ id }) => id);
}

/** Lists postbacks that should be paused, if the process that settled them died. */
export async function listOverduePauses(q: Queryable, most: number): Promise<string[]> {
  const rows = await q.query<{ id: string }>(sql`
    select id from custom_postbacks where status = 'active' and deleted_at is null and failures_in_row >= ${most}`);
  return rows.map(({ id }) => id);
}

/** Returns claimed but unsent deliveries to the queue. */
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

/** Pauses targets until then. */
export async function restTargets(q: Queryable, targets: readonly string[], until: Date): Promise<void> {
  if (targets.length === 0) return;
  await q.execute(sql`
    insert into custom_postback_targets as t (target, open_until)
    select target, ${until} from unnest(${targets}::text[]) as target order by target
    on conflict (target) do update set open_until = greatest(t.open_until, excluded.open_until)`);
}

/** Ends the pause of targets that answer well. */
export async function reviveTargets(q: Queryable, targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return;
  await q.execute(sql`delete from custom_postback_targets where target = any(${targets}::text[])`);
}

/** Counts due deliveries of active postbacks, up to `most`, and returns the age of the oldest in seconds. */
export async function readBacklog(q: Queryable, now: Date, most: number): Promise<{ due: number; oldestS: number }> {
  const [row] = await q.query<{ due: number; oldestS: number }>(sql`
    with active as materialized (select id from custom_postbacks where status = 'active' and deleted_at is null)
    select (
        select count(*) from (
          select 1 from active p join postback_deliveries d on d.custom_postback_id = p.id
          where d.status in ('waiting', 'sending') and d.next_attempt_at <= ${now} limit ${most}
        ) due
      ) as due,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - (
        select min(first.next_attempt_at) from active p cross join lateral (
          select d.next_attempt_at from postback_deliveries d
          where d.custom_postback_id = p.id and d.status in ('waiting', 'sending') order by d.next_attempt_at, d.id limit 1
        ) first
      )), 0))::float8 as oldest_s`);
  return row ?? { due: 0, oldestS: 0 };
}

/** Creates monthly partitions from `now` on, so that no row falls into the default partition. */
export async function ensureAttemptPartitions(q: Queryable, now: Date): Promise<void> {
  await q.query(sql`select ensure_monthly_partitions('postback_attempts', ${now}::date, 4)`);
}

/** Deletes old attempts from the default partition. */
export const purgeStrayAttempts = (q: Queryable, before: Date): Promise<number> =>
  q.execute(sql`delete from postback_attempts_default where started_at < ${before}`);

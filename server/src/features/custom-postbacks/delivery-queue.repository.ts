import type { MacroValues, PostbackMethod } from '@muneem/contract/custom-postbacks';
import { sql, type Database, type Queryable } from '#platform/database/index.ts';

/*
 * The statements of the delivery worker: set-based, prepared once per connection. A delivery may be claimed from
 * `next_attempt_at` on: its due time or, while it is in flight, the end of its lease.
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
  readonly postbackVersion: number;
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

/** Concurrent calls per target and process. */
export const PER_TARGET = 50;
/** A lease lasts the postback's timeout plus this time to write the result. Then the worker counts as dead. */
const LEASE_GRACE_MS = 15_000;
/** Concurrent calls to a target after its pause, until it answers well. */
const PROBES = 1;

interface ClaimRequest {
  readonly now: Date;
  readonly limit: number;
  /** Further deliveries allowed for targets with calls in flight. */
  readonly rooms: ReadonlyMap<string, number>;
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
    select due.*, row_number() over (partition by target order by priority, next_attempt_at, id) as position from due
  ) placed
  where position <= room order by priority, next_attempt_at, id limit $2
)
update postback_deliveries d
set status = 'sending', claims = d.claims + 1, next_attempt_at = $1 + make_interval(secs => (p.timeout_ms + $3) / 1000.0)
from chosen c join custom_postbacks p on p.id = c.postback_id
where d.id = c.id
returning d.id, d.claims, d.attempts, d.macros, d.next_attempt_at as lease_until, p.id as postback_id, p.version as postback_version, p.priority,
  p.target, c.probing, p.postback_url, p.http_method, p.body_template,
  p.auth_sealed, p.retry_count, p.timeout_ms`;

/** Claims due deliveries of active postbacks, in sending order. */
export async function claimDeliveries(
  database: Database,
  { now, limit, rooms }: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  const values = [now, limit, LEASE_GRACE_MS, PER_TARGET, [...rooms.keys()], [...rooms.values()], PROBES];
  const rows = await database.prepared<ClaimedDelivery>('deliveries-claim', CLAIM, values);
  return rows.sort((a, b) => a.priority - b.priority || a.id - b.id);
}

/** Lists active postbacks with too many failures: the process that should have paused them died. */
export const listOverduePauses = (q: Queryable, most: number): Promise<{ id: string; version: number }[]> =>
  q.query(sql`
    select id, version from custom_postbacks
    where status = 'active' and deleted_at is null and failures_in_row >= ${most} order by id`);

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

export const pauseTarget = (q: Queryable, target: string, until: Date): Promise<number> =>
  q.execute(sql`
    insert into custom_postback_targets as t (target, open_until) values (${target}, ${until})
    on conflict (target) do update set open_until = greatest(t.open_until, excluded.open_until)`);

/** Ends the pause of a target that answers well. */
export const resumeTarget = (q: Queryable, target: string): Promise<number> =>
  q.execute(sql`delete from custom_postback_targets where target = ${target}`);

/** Counts due deliveries of active postbacks, up to `most`, and returns the age of the oldest in seconds. */
export const readBacklog = (q: Queryable, now: Date, most: number): Promise<{ due: number; oldestS: number }> =>
  q.getOne(sql`
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

/** Deletes old attempts from the default partition. */
export const purgeStrayAttempts = (q: Queryable, before: Date): Promise<number> =>
  q.execute(sql`delete from postback_attempts_default where started_at < ${before}`);

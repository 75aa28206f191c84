import type { PostbackMethod } from '@muneem/contract/custom-postbacks';
import { rowColumns, type Tx } from '#platform/database/index.ts';
import type { TargetAnswer } from './call-target.ts';
import type { CustomPostbackRow } from './custom-postbacks.repository.ts';

/** An attempt, and its delivery's next status if the claim is still current. */
export interface AttemptRow extends Omit<TargetAnswer, 'retryAfterMs' | 'targetFailed'> {
  readonly deliveryId: number;
  readonly claims: number;
  readonly postbackId: string;
  /** The postback's version at the call. */
  readonly postbackVersion: number;
  readonly startedAt: Date;
  readonly method: PostbackMethod;
  readonly becomes: 'waiting' | 'delivered' | 'exhausted';
  readonly nextAttemptAt: Date;
}

const ATTEMPT = rowColumns('postback_attempts');

/** A failed result counts only for the current claim. A success always counts. */
const RECORD = `
update postback_deliveries d set
  attempts_total = d.attempts_total + 1, last_status = r.status, last_error = r.error, last_ms = r.ms,
  attempts = d.attempts + (r.success or r.is_current)::int,
  status = case when r.success then 'delivered' when r.is_current then r.becomes else d.status end,
  next_attempt_at = case when r.is_current and not r.success then r.next_attempt_at else d.next_attempt_at end,
  finished_at = case
    when r.success then coalesce(d.finished_at, $9)
    when r.is_current and r.becomes = 'exhausted' then $9
    else d.finished_at end
from (
  select given.*, given.claims = q.claims and q.status = 'sending' as is_current
  from unnest($1::bigint[], $2::int[], $3::text[], $4::timestamptz[], $5::boolean[], $6::int[], $7::text[], $8::int[])
    as given (id, claims, becomes, next_attempt_at, success, status, error, ms)
  join postback_deliveries q on q.id = given.id
  order by q.id for no key update of q
) r
where d.id = r.id
returning d.id, d.attempts_total as number, d.claims = r.claims and d.status = r.becomes and r.becomes <> 'waiting' as ended`;

const LOCK_POSTBACKS = `
select id, version, status = 'active' as is_active, failures_in_row from custom_postbacks
where id = any ($1::text[]) order by id for no key update`;

const COUNT_POSTBACKS = `
update custom_postbacks p set total_fired = p.total_fired + s.fired, success_count = p.success_count + s.successes,
  error_count = p.error_count + s.fired - s.successes, total_ms = p.total_ms + s.total_ms,
  last_fired_at = greatest(p.last_fired_at, $6), failures_in_row = s.failures_in_row
from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::int[]) as s (id, fired, successes, total_ms, failures_in_row)
where p.id = s.id`;

const COUNT_DAY = `
insert into custom_postback_days as d (custom_postback_id, day, fired, successes, errors, total_ms)
select id, $5::date, fired, successes, fired - successes, total_ms
from unnest($1::text[], $2::int[], $3::int[], $4::bigint[]) as s (id, fired, successes, total_ms)
on conflict (custom_postback_id, day) do update set fired = d.fired + excluded.fired,
  successes = d.successes + excluded.successes, errors = d.errors + excluded.errors, total_ms = d.total_ms + excluded.total_ms`;

interface Tally {
  readonly version: number;
  fired: number;
  successes: number;
  totalMs: number;
  /** Consecutive failed deliveries, as of the last one. */
  failuresInRow: number;
  peak: number;
  isGone: boolean;
}

/** A postback to pause, unless an admin changes it first. */
interface FailingPostback {
  readonly id: string;
  readonly version: number;
  readonly isGone: boolean;
}

/**
 * Records attempts of different deliveries, the deliveries' status and the totals.
 * A call that started before the postback's last change says nothing about its current URL, so it pauses nothing.
 * @returns active postbacks with at least `most` consecutive failed deliveries, or whose URL is gone
 */
export async function recordAttempts(
  tx: Tx,
  rows: readonly AttemptRow[],
  { now, day, most }: { now: Date; day: string; most: number },
): Promise<FailingPostback[]> {
  const deliveries = await tx.prepared<{ id: number; number: number; ended: boolean }>('deliveries-record', RECORD, [
    rows.map(({ deliveryId }) => deliveryId),
    rows.map(({ claims }) => claims),
    rows.map(({ becomes }) => becomes),
    rows.map(({ nextAttemptAt }) => nextAttemptAt),
    rows.map(({ success }) => success),
    rows.map(({ status }) => status),
    rows.map(({ error }) => error),
    rows.map(({ ms }) => ms),
    now,
  ]);
  const recorded = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const logged = rows.flatMap((row) => {
    const delivery = recorded.get(row.deliveryId);
    return delivery === undefined
      ? []
      : [{ ...row, customPostbackId: row.postbackId, number: delivery.number, ended: delivery.ended }];
  });
  // Locked last, because concurrent writers wait for these rows.
  const postbacks = await tx.prepared<LockedPostback>('postbacks-lock', LOCK_POSTBACKS, [
    [...new Set(logged.map(({ postbackId }) => postbackId))],
  ]);
  const tallies = new Map(postbacks.map((postback) => [postback.id, tallyFrom(postback)]));
  for (const row of logged) addTo(tallies.get(row.postbackId), row);
  tx.insertLater(ATTEMPT, logged);
  const all = [...tallies.values()];
  const sums = [
    [...tallies.keys()],
    all.map(({ fired }) => fired),
    all.map(({ successes }) => successes),
    all.map(({ totalMs }) => totalMs),
  ];
  tx.later('postbacks-count', COUNT_POSTBACKS, [...sums, all.map(({ failuresInRow }) => failuresInRow), now]);
  tx.later('postback-days-count', COUNT_DAY, [...sums, day]);
  return postbacks.flatMap(({ id, version, isActive }) => {
    const { isGone, peak } = tallies.get(id) as Tally;
    return isActive && (isGone || peak >= most) ? [{ id, version, isGone }] : [];
  });
}

interface LockedPostback extends Pick<CustomPostbackRow, 'id' | 'version' | 'failuresInRow'> {
  readonly isActive: boolean;
}

const tallyFrom = ({ version, failuresInRow }: LockedPostback): Tally => ({
  version,
  fired: 0,
  successes: 0,
  totalMs: 0,
  failuresInRow,
  peak: failuresInRow,
  isGone: false,
});

function addTo(
  tally: Tally | undefined,
  { success, ms, error, ended, postbackVersion }: AttemptRow & { readonly ended: boolean },
): void {
  if (tally === undefined) return;
  tally.fired += 1;
  tally.successes += Number(success);
  tally.totalMs += ms;
  if (!ended || postbackVersion !== tally.version) return;
  tally.isGone ||= error === 'gone';
  tally.failuresInRow = success ? 0 : tally.failuresInRow + 1;
  tally.peak = Math.max(tally.peak, tally.failuresInRow);
}

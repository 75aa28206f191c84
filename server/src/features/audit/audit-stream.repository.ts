import { allOf, sql, type Queryable } from '#platform/database/index.ts';
import { AUDIT_COLUMNS, type AuditRow } from './audit.repository.ts';

/** The newest visible entry, and the transactions at the same moment. */
export interface LogEnd {
  readonly newest: number;
  /** Every transaction before this one has ended. */
  readonly oldestOpen: number;
  /** No transaction from this one on has begun. */
  readonly nextNew: number;
}

export const readLogEnd = (q: Queryable): Promise<LogEnd> =>
  q.getOne<LogEnd & Record<string, number>>(sql`
    select coalesce((select max(id) from audit_log), 0) as newest,
      pg_snapshot_xmin(s)::text::bigint as oldest_open, pg_snapshot_xmax(s)::text::bigint as next_new
    from pg_current_snapshot() s`);

/** The right to send until the lease ends. */
export interface StreamClaim {
  readonly claims: number;
  /** The last entry that the receiver has accepted. */
  readonly sentId: number;
  readonly failures: number;
}

/** Claims the stream. Null if nothing is to be sent, a retry is not due or another server sends. */
export const claimStream = (
  q: Queryable,
  { upTo, now, leaseMs }: { readonly upTo: number; readonly now: Date; readonly leaseMs: number },
): Promise<StreamClaim | null> =>
  q.findOne<StreamClaim & Record<string, number>>(sql`
    update audit_stream set claims = claims + 1, next_attempt_at = ${after(now, leaseMs)}
    where sent_id < ${upTo} and next_attempt_at <= ${now}
    returning claims, sent_id, failures`);

/** Moves the cursor and renews the lease. @returns false if another server has claimed the stream */
export const advanceStream = async (
  q: Queryable,
  { claims }: StreamClaim,
  { sentId, now, leaseMs }: { readonly sentId: number; readonly now: Date; readonly leaseMs: number },
): Promise<boolean> =>
  (await q.execute(sql`
    update audit_stream set sent_id = ${sentId}, failures = 0, last_error = null, next_attempt_at = ${after(now, leaseMs)}
    where claims = ${claims}`)) === 1;

/** Ends a claim. Another server may go on at once. */
export async function releaseStream(q: Queryable, { claims }: StreamClaim, now: Date): Promise<void> {
  await q.execute(sql`update audit_stream set next_attempt_at = ${now} where claims = ${claims}`);
}

/** Ends a claim after a failed call. */
export async function delayStream(
  q: Queryable,
  { claims }: StreamClaim,
  { error, nextAttemptAt }: { readonly error: string; readonly nextAttemptAt: Date },
): Promise<void> {
  await q.execute(sql`
    update audit_stream set failures = failures + 1, last_error = ${error}, next_attempt_at = ${nextAttemptAt}
    where claims = ${claims}`);
}

interface Range {
  /** Exclusive. */
  readonly after: number;
  readonly upTo: number;
  /** Older entries are left out. Null: none are. */
  readonly since: Date | null;
}

/** Lists entries in the order of their ids. */
export const listUnsent = (q: Queryable, range: Range, limit: number): Promise<AuditRow[]> =>
  q.query<AuditRow>(sql`
    select ${AUDIT_COLUMNS} from audit_log
    where ${allOf([
      sql`id > ${range.after}`,
      sql`id <= ${range.upTo}`,
      ...(range.since === null ? [] : [sql`at >= ${range.since}`]),
    ])}
    order by id limit ${limit}`);

/** Reads how long the oldest unsent entry has waited, and the failed calls since the last accepted one. */
export const readStreamLag = (
  q: Queryable,
  { now, since }: { readonly now: Date; readonly since: Date | null },
): Promise<{ lagS: number; failures: number }> =>
  q.getOne<{ lagS: number; failures: number }>(sql`
    select failures, greatest(0, coalesce(extract(epoch from ${now}::timestamptz - (
      select at from audit_log where id > sent_id and at >= coalesce(${since}::timestamptz, '-infinity') order by id limit 1
    )), 0))::float8 as lag_s
    from audit_stream`);

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

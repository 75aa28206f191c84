import type { AuthType, CustomPostbackInput, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import { raw, sql, type Queryable, type Tx } from '#platform/database/index.ts';

/** The columns that an admin sets. `eventName` is only for the audit log: the row stores the event's id. */
export interface CustomPostbackColumns extends Omit<CustomPostbackInput, 'authentication' | 'timeout'> {
  readonly eventId: number;
  /** `scheme://host:port` of the URL */
  readonly target: string;
  readonly authType: AuthType;
  readonly authSealed: string | null;
  readonly timeoutMs: number;
}

export interface CustomPostbackRow extends CustomPostbackColumns {
  readonly id: string;
  readonly offerId: string;
  readonly status: CustomPostbackStatus;
  readonly failuresInRow: number;
  readonly totalFired: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly totalMs: number;
  readonly lastFiredAt: Date | null;
  readonly pausedReason: string | null;
  readonly pausedAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** While the target is paused: the end of the pause. */
  readonly openUntil: Date | null;
  readonly waitingCount: number;
  readonly failedCount: number;
}

export const EVENT_NAME = '(select e.name from offer_events e where e.id = p.event_id)';

const COLUMNS = raw(`p.id, p.offer_id, p.company_name, p.company_id,
  coalesce(p.contact_email, '') as contact_email, coalesce(p.contact_person, '') as contact_person,
  ${EVENT_NAME} as event_name, p.event_id, p.postback_url, coalesce(p.target, '') as target,
  p.http_method, p.body_template, p.auth_type, p.auth_sealed,
  p.priority, p.retry_count, p.timeout_ms, p.status, p.failures_in_row,
  p.total_fired, p.success_count, p.error_count, p.total_ms,
  p.last_fired_at, p.paused_reason, p.paused_at, p.version,
  p.created_at, p.updated_at`);
/** Unbounded counts, each served by its own index. */
const SUMS = raw(`t.open_until,
  (select count(*) from postback_deliveries d
   where d.custom_postback_id = p.id and d.status in ('waiting', 'sending')) as waiting_count,
  (select count(*) from postback_deliveries d
   where d.custom_postback_id = p.id and d.status = 'exhausted') as failed_count`);

/** Lists all of an offer (at most 200), lowest priority number first. */
export const listCustomPostbackRows = (q: Queryable, offerId: string): Promise<CustomPostbackRow[]> =>
  q.query<CustomPostbackRow>(sql`
    select ${COLUMNS}, ${SUMS} from custom_postbacks p left join custom_postback_targets t on t.target = p.target
    where p.offer_id = ${offerId} and p.deleted_at is null order by p.priority, p.created_at, p.id`);

export const findCustomPostback = (q: Queryable, id: string): Promise<CustomPostbackRow | null> =>
  q.findOne(sql`
    select ${COLUMNS}, ${SUMS} from custom_postbacks p left join custom_postback_targets t on t.target = p.target
    where p.id = ${id} and p.deleted_at is null`);

export async function lockCustomPostback(tx: Tx, id: string): Promise<CustomPostbackRow | null> {
  const locked = await tx.query(
    sql`select id from custom_postbacks where id = ${id} and deleted_at is null for no key update`,
  );
  return locked.length === 0 ? null : findCustomPostback(tx, id);
}

/** Inserts the postback unless the offer already has `most`. Serializes concurrent inserts. */
export async function insertCustomPostback(
  tx: Tx,
  { id, offerId, at, most }: { id: string; offerId: string; at: Date; most: number },
  c: CustomPostbackColumns,
): Promise<boolean> {
  await tx.query(sql`select id from offers where id = ${offerId} for no key update`);
  const inserted = await tx.execute(sql`
    insert into custom_postbacks (id, offer_id, company_name, company_id, contact_email, contact_person, event_id,
      postback_url, target, http_method, body_template, auth_type, auth_sealed, priority, retry_count, timeout_ms,
      status, created_at, updated_at)
    select ${id}, ${offerId}, ${c.companyName}, ${c.companyId}, ${c.contactEmail}, ${c.contactPerson}, ${c.eventId},
      ${c.postbackUrl}, ${c.target}, ${c.httpMethod}, ${c.bodyTemplate}, ${c.authType}, ${c.authSealed}, ${c.priority},
      ${c.retryCount}, ${c.timeoutMs}, 'inactive', ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from custom_postbacks where offer_id = ${offerId} and deleted_at is null) < ${most}`);
  return inserted === 1;
}

export async function updateCustomPostbackRow(tx: Tx, id: string, c: CustomPostbackColumns, at: Date): Promise<void> {
  await tx.execute(sql`
    update custom_postbacks set company_name = ${c.companyName}, company_id = ${c.companyId},
      contact_email = ${c.contactEmail}, contact_person = ${c.contactPerson}, event_id = ${c.eventId},
      postback_url = ${c.postbackUrl}, target = ${c.target}, http_method = ${c.httpMethod},
      body_template = ${c.bodyTemplate}, auth_type = ${c.authType}, auth_sealed = ${c.authSealed},
      priority = ${c.priority}, retry_count = ${c.retryCount}, timeout_ms = ${c.timeoutMs},
      version = version + 1, updated_at = ${at}
    where id = ${id}`);
}

/** Sets the status chosen by an admin. Resets the failure count and the pause reason. */
export async function setStatus(tx: Tx, id: string, status: CustomPostbackStatus, at: Date): Promise<void> {
  await tx.execute(sql`
    update custom_postbacks set status = ${status}, failures_in_row = 0, paused_reason = null, paused_at = null,
      version = version + 1, updated_at = ${at}
    where id = ${id}`);
}

/** An automatic pause of this version of a postback. */
export interface Pause {
  readonly id: string;
  readonly version: number;
  readonly reason: string;
}

/** Pauses it automatically. @returns false if it was not active, or was changed */
export async function pauseAutomatically(tx: Tx, { id, version, reason }: Pause, at: Date): Promise<boolean> {
  const paused = await tx.execute(sql`
    update custom_postbacks set status = 'inactive', paused_reason = ${reason}, paused_at = ${at},
      version = version + 1, updated_at = ${at}
    where id = ${id} and version = ${version} and status = 'active' and deleted_at is null`);
  return paused === 1;
}

/** Deletes it with its secret. Its pending deliveries end with it: see `DELIVERY_END`. */
export async function removeCustomPostback(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update custom_postbacks set deleted_at = ${at}, status = 'inactive', auth_sealed = null, updated_at = ${at}
    where id = ${id}`);
}

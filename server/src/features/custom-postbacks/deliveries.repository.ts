import type { AttemptError, DeliveryStatus, MacroValues } from '@muneem/contract/custom-postbacks';
import {
  allOf,
  raw,
  readPage,
  sql,
  type ListPage,
  type ListQuery,
  type Queryable,
  type Row,
  type Spot,
  type Sql,
  type Tx,
} from '#platform/database/index.ts';
import { EVENT_NAME } from './custom-postbacks.repository.ts';
import type { AttemptRow } from './attempts.repository.ts';

type StoredDelivery = Omit<Row<'postback_deliveries'>, 'customPostbackId' | 'priority' | 'macros' | 'claims'>;

export interface DeliveryRow extends StoredDelivery {
  readonly postbackId: string;
  readonly companyName: string;
  readonly eventName: string;
  readonly clickId: string;
  /** False while its postback is paused or deleted. */
  readonly postbackActive: boolean;
  readonly retryCount: number;
  readonly lastError: AttemptError | null;
}

/**
 * A deleted postback sends nothing, so the deliveries that were left have ended with it. The deletion changes none of
 * them: it could miss one that a conversion writes at the same moment.
 */
export const DELIVERY_END = `
  case when p.deleted_at is not null and d.status in ('waiting', 'sending') then 'exhausted' else d.status end as status,
  coalesce(d.finished_at, p.deleted_at) as finished_at`;

const COLUMNS = raw(`d.id, d.custom_postback_id as postback_id, p.company_name,
  d.macros->>'event_name' as event_name, d.conversion_id, d.macros->>'click_id' as click_id,
  p.status = 'active' and p.deleted_at is null as postback_active, d.attempts, d.attempts_total,
  p.retry_count, d.next_attempt_at, d.last_status,
  d.last_error, d.last_ms, d.created_at, ${DELIVERY_END}`);

export interface DeliveryFilter {
  readonly offerId: string;
  readonly postbackId?: string | undefined;
  readonly event?: string | undefined;
  readonly company?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** Id of a conversion or click. */
  readonly search?: string | undefined;
  /** Bounds of conversion ids, which sort by time: from (inclusive), to (exclusive). */
  readonly fromConversionId?: string | undefined;
  readonly untilConversionId?: string | undefined;
}

const ofPostbacks = ({ offerId, postbackId, event, company }: DeliveryFilter): Sql =>
  allOf([
    sql`p.offer_id = ${offerId}`,
    sql`p.deleted_at is null`,
    ...(postbackId ? [sql`p.id = ${postbackId}`] : []),
    ...(event ? [sql`lower(${raw(EVENT_NAME)}) = lower(${event})`] : []),
    ...(company ? [sql`lower(p.company_name) = lower(${company})`] : []),
  ]);

const ofDeliveries = ({ status, search, fromConversionId, untilConversionId }: DeliveryFilter): Sql =>
  allOf([
    // A literal, not a parameter: only then does the partial index of failed deliveries match.
    ...(status ? [sql`d.status = ${raw(`'${status}'`)}`] : []),
    ...(search ? [ofConversions(search)] : []),
    ...(fromConversionId ? [sql`d.conversion_id >= ${fromConversionId}`] : []),
    ...(untilConversionId ? [sql`d.conversion_id < ${untilConversionId}`] : []),
  ]);

/** Looks up the click's few conversions, so that the index on (postback, conversion) is used. */
const ofConversions = (id: string): Sql =>
  sql`d.conversion_id = any (array(select conversion_id from conversion_keys where click_id = ${id} union select ${id}::text))`;

/** Reads a page of deliveries: the first rows of each postback (at most 200) by index, then the page of them all. */
export const listDeliveryRows = (
  q: Queryable,
  filter: DeliveryFilter,
  query: ListQuery,
): Promise<ListPage<DeliveryRow & Spot>> =>
  readPage(query, { value: 'd.conversion_id', id: 'd.id' }, ({ where, orderBy, range, most }) =>
    q.query<DeliveryRow & Spot>(sql`
      select ${COLUMNS}, d.conversion_id as sort_value from custom_postbacks p cross join lateral (
        select * from postback_deliveries d where d.custom_postback_id = p.id and ${ofDeliveries(filter)} and ${where}
        order by ${orderBy} limit ${most}
      ) d
      where ${ofPostbacks(filter)} order by ${orderBy} ${range}`),
  );

export const countDeliveries = (q: Queryable, filter: DeliveryFilter, most: number): Promise<number> =>
  q.getValue(sql`
    select count(*) from (
      select 1 from custom_postbacks p join postback_deliveries d on d.custom_postback_id = p.id
      where ${ofPostbacks(filter)} and ${ofDeliveries(filter)} limit ${most}) found`);

export const getBodyParts = (q: Queryable, id: number): Promise<{ template: string; macros: MacroValues }> =>
  q.getOne(sql`
    select p.body_template as template, d.macros
    from postback_deliveries d join custom_postbacks p on p.id = d.custom_postback_id where d.id = ${id}`);

/** Includes deliveries of a deleted postback. */
export const findDelivery = (q: Queryable, id: number): Promise<DeliveryRow | null> =>
  q.findOne(sql`
    select ${COLUMNS} from postback_deliveries d join custom_postbacks p on p.id = d.custom_postback_id where d.id = ${id}`);

export type AttemptView = Omit<
  AttemptRow,
  'deliveryId' | 'claims' | 'postbackId' | 'postbackVersion' | 'becomes' | 'nextAttemptAt'
> & { readonly number: number };

/** Newest first. @param since creation time of the delivery, to skip older partitions */
export const listAttempts = (q: Queryable, deliveryId: number, since: Date, limit: number): Promise<AttemptView[]> =>
  q.query<AttemptView>(sql`
    select number, started_at, method, url, success, status, ms, error, detail, response
    from postback_attempts where delivery_id = ${deliveryId} and started_at >= ${new Date(since.getTime() - 60_000)}
    order by number desc limit ${limit}`);

/**
 * Restarts finished deliveries, and makes waiting ones due now. Skips those in flight or of a deleted postback.
 * @returns their ids
 */
export async function resend(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    update postback_deliveries d set status = 'waiting', attempts = 0, next_attempt_at = ${now}, finished_at = null
    where d.id = any (${ids}::bigint[]) and d.status <> 'sending'
      and (d.status <> 'waiting' or d.next_attempt_at > ${now})
      and exists (select 1 from custom_postbacks p where p.id = d.custom_postback_id and p.deleted_at is null)
    returning d.id`);
  return rows.map(({ id }) => id);
}

/** Restarts matching failed deliveries, oldest first, at most `limit`. @returns their ids */
export async function resendFailed(tx: Tx, filter: DeliveryFilter, limit: number, now: Date): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    with failed as materialized (
      select d.id from custom_postbacks p join postback_deliveries d on d.custom_postback_id = p.id
      where ${ofPostbacks(filter)} and ${ofDeliveries({ ...filter, status: 'exhausted' })}
      order by d.conversion_id, d.id limit ${limit} for no key update of d skip locked
    )
    update postback_deliveries d set status = 'waiting', attempts = 0, next_attempt_at = ${now}, finished_at = null
    from failed where d.id = failed.id returning d.id`);
  return rows.map(({ id }) => id);
}

export interface DayRow {
  readonly day: string;
  readonly fired: number;
  readonly successes: number;
  readonly errors: number;
  readonly totalMs: number;
}

/** Totals of an offer's postbacks per day in Asia/Kolkata. Days without an attempt are missing. */
export const listDays = (q: Queryable, offerId: string, from: string): Promise<DayRow[]> =>
  q.query<DayRow>(sql`
    select s.day, sum(s.fired)::bigint as fired, sum(s.successes)::bigint as successes, sum(s.errors)::bigint as errors,
      sum(s.total_ms)::bigint as total_ms
    from custom_postbacks p join custom_postback_days s on s.custom_postback_id = p.id
    where p.offer_id = ${offerId} and p.deleted_at is null and s.day >= ${from}::date
    group by s.day order by s.day`);

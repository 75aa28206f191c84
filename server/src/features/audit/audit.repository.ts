import type { AuditActor, AuditEntry } from '@muneem/contract/audit';
import { allOf, join, sql, type Queryable, type Reader, type RowOf, type Sql } from '#platform/database/index.ts';

export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

export interface AuditRow extends RowOf<AuditEntry, 'actor' | 'recordType' | 'recordId'> {
  readonly actorKind: AuditActor['kind'];
  readonly actorId: string;
  readonly actorName: string;
  readonly entityType: string;
  readonly entityId: string;
}

export const AUDIT_COLUMNS = sql`
  id, at, actor_kind, actor_id, actor_name, action, entity_type,
  entity_id, before, after, host(ip) as ip, request_id`;

/** Lists entries newer or older than the entry `than`, nearest first. Undefined: from the oldest or the newest entry on. */
export async function listAuditRows(
  q: Queryable,
  filter: AuditFilter,
  { direction, than, limit }: { direction: 'older' | 'newer'; than: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const conditions = conditionsOf(filter);
  const here = sql`(select at, id from audit_log where id = ${than})`;
  if (than !== undefined) conditions.push(direction === 'older' ? sql`(at, id) < ${here}` : sql`(at, id) > ${here}`);
  const order = direction === 'older' ? sql`at desc, id desc` : sql`at, id`;
  return q.query<AuditRow>(
    sql`select ${AUDIT_COLUMNS} from audit_log where ${allOf(conditions)} order by ${order} limit ${limit}`,
  );
}

/** The position of an entry in the log. The time is a text: a Date has no microseconds. */
type Position = readonly [at: string, id: number];

/** Yields the filter's entries, newest first, in short reads by key. Deleted entries do not end it. */
export async function* readAuditRows(
  { run }: Pick<Reader, 'run'>,
  filter: AuditFilter,
  limit: number,
): AsyncGenerator<readonly AuditRow[]> {
  for (let behind: Position | undefined; ;) {
    const conditions = conditionsOf(filter);
    if (behind !== undefined) conditions.push(sql`(at, id) < (${behind[0]}::timestamptz, ${behind[1]}::bigint)`);
    const statement = sql`
      select ${AUDIT_COLUMNS}, at::text as position from audit_log where ${allOf(conditions)} order by at desc, id desc limit ${limit}`;
    const rows = await run((database) => database.query<AuditRow & { position: string }>(statement));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    behind = [last.position, last.id];
  }
}

/** Counts the filter's entries. Null if there are `most` or more. */
export async function countAuditRows(q: Queryable, filter: AuditFilter, most: number): Promise<number | null> {
  const count = await q.getValue<number>(sql`
    select count(*) from (select 1 from audit_log where ${allOf(conditionsOf(filter))} limit ${most}) found`);
  return count < most ? count : null;
}

function conditionsOf({ actorId, action, entityType, entityId, from, until }: AuditFilter): Sql[] {
  return [
    ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(entityType === undefined ? [] : [sql`entity_type = ${entityType}`]),
    ...(entityId === undefined ? [] : [sql`entity_id = ${entityId}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
  ];
}

/** Lists every logged action. Skips through the index instead of reading all entries. */
export async function listActions(q: Queryable): Promise<string[]> {
  const rows = await q.query<{ action: string }>(sql`
    with recursive known as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > known.action order by a.action limit 1) from known
      where known.action is not null
    )
    select action from known where action is not null`);
  return rows.map(({ action }) => action);
}

/** Lists every logged actor with the newest name. Skips like `listActions`. */
export async function listActors(q: Queryable): Promise<AuditActor[]> {
  return q.query<AuditActor>(sql`
    with recursive known as (
      (select actor_id from audit_log order by actor_id limit 1)
      union all
      select (select a.actor_id from audit_log a where a.actor_id > known.actor_id order by a.actor_id limit 1) from known
      where known.actor_id is not null
    )
    select newest.actor_kind as kind, newest.actor_id as id,
      case when newest.actor_kind = 'anonymous' then 'Anonymous' else newest.actor_name end as name
    from known cross join lateral (
      select actor_kind, actor_id, actor_name from audit_log a where a.actor_id = known.actor_id order by at desc, id desc limit 1
    ) newest
    order by newest.actor_kind, newest.actor_name limit 1000`);
}

/** Merges the entries of several filters, newest first. Each filter uses its own index. */
export async function listAuditRowsOfAny(
  q: Queryable,
  filters: readonly AuditFilter[],
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const older = before === undefined ? sql`true` : sql`(at, id) < (select at, id from audit_log where id = ${before})`;
  const parts = filters.map(
    (filter) => sql`
    (select * from audit_log where ${allOf(conditionsOf(filter))} and ${older} order by at desc, id desc limit ${limit})`,
  );
  return q.query<AuditRow>(
    sql`select ${AUDIT_COLUMNS} from (${join(parts, ' union ')}) e order by at desc, id desc limit ${limit}`,
  );
}

import type { AuditEntry, listAudit as route } from '@muneem/contract/audit';
import type { RouteQuery } from '@muneem/contract/http';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { isoDates } from '#platform/http/index.ts';
import { listAuditRows, type AuditFilter, type AuditRow } from './audit.repository.ts';

/** Lists a page of the log, newest first, and whether more follow on either side. */
export async function listAudit(
  q: Queryable,
  query: RouteQuery<typeof route>,
): Promise<{ entries: AuditEntry[]; hasNewer: boolean; hasOlder: boolean }> {
  const filter = filterOf(query);
  const direction = query.after === undefined ? 'older' : 'newer';
  const rows = await listAuditRows(q, filter, {
    direction,
    than: query.after ?? query.before,
    limit: query.limit + 1,
  });
  const hasMore = rows.length > query.limit;
  const page = rows.slice(0, query.limit);
  if (direction === 'newer') page.reverse();
  const entries = page.map(toEntry);
  return direction === 'older'
    ? { entries, hasOlder: hasMore, hasNewer: query.before !== undefined }
    : { entries, hasOlder: true, hasNewer: hasMore };
}

export const toEntry = (row: AuditRow): AuditEntry => ({
  ...isoDates(row),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  recordType: row.entityType,
  recordId: row.entityId,
});

/** An empty selection means no filter. */
export const filterOf = (query: Omit<RouteQuery<typeof route>, 'limit'>): AuditFilter => ({
  actorId: query.actor || undefined,
  action: query.action || undefined,
  entityType: query.recordType || undefined,
  entityId: query.recordId || undefined,
  from: query.startDate === undefined ? undefined : startOfKolkataDay(query.startDate),
  until: query.endDate === undefined ? undefined : endOfKolkataDay(query.endDate),
});

import type { AuditEntry } from '@muneem/contract/audit';
import type { AuditRow } from './audit.repository.ts';

export const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  recordType: row.entityType,
  recordId: row.entityId,
  before: row.before,
  after: row.after,
  ip: row.ip,
  requestId: row.requestId,
});

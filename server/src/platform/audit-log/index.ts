export { writeAudit, writeAuditOfEach } from './audit-log.repository.ts';
export type { Actor, AuditEntry } from './audit-log.repository.ts';

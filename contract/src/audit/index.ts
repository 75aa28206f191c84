export { AUDIT_ACTOR_KINDS, AUDIT_PAGE_SIZE, auditEntry } from './audit.ts';
export type { AuditActor, AuditEntry } from './audit.ts';
export { listAudit, listAuditChoices } from './audit.api.ts';

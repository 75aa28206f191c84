export { AUDIT_ACTOR_KINDS, AUDIT_PAGE_SIZE, auditEntry } from './audit.ts';
export type { AuditActor, AuditEntry, SignIn } from './audit.ts';
export { listAudit, listAuditChoices, listSignIns } from './audit.api.ts';

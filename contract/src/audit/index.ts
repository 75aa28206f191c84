export type { AuditActor, AuditEntry, SignIn } from './audit.ts';
export { auditEntry } from './audit.ts';
export { AUDIT_ACTOR_NAMES, actionText, inWords } from './audit-words.ts';
export { exportAuditCsv, exportAuditWorkbook, listAudit, listAuditChoices, listSignIns } from './audit.api.ts';

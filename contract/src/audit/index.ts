export type { AuditActor, AuditEntry, SignIn } from './audit.ts';
export { listAudit, listAuditChoices, listSignIns } from './audit.api.ts';

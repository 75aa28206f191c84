export { decidedByName, writeAudit } from './audit-log.repository.ts';
export { changedFields } from './changed-fields.ts';
export { isSystemName, nameAsSeen, SYSTEM_ACTORS } from './system-actors.ts';
export type { Actor, Change, ConfirmedProposal } from './audit-log.repository.ts';

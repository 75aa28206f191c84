export { writeAudit } from './audit-log.repository.ts';
export type { Actor, Change } from './audit-log.repository.ts';

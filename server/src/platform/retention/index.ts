export { applyRetention, previewRetention } from './apply-retention.ts';
export { auditLogKind, byPartition } from './months.repository.ts';
export type { RetainedKind } from './months.repository.ts';

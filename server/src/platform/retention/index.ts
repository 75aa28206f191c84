export { applyRetention, previewRetention } from './apply-retention.ts';
export type { OldMonth, RetainedKind } from './apply-retention.ts';
export { auditLogKind, byPartition } from './months.repository.ts';

import type { Config } from '#platform/config/index.ts';
import { auditLogKind, byPartition, type RetainedKind } from '#platform/retention/index.ts';

/**
 * The kinds of data that are dropped by age. Rows about money are never dropped: ledger, withdrawals, payouts,
 * conversions, and the clicks of conversions.
 */
export const retainedKinds = (config: Config): RetainedKind[] => [
  byPartition({ table: 'postback_log', timeColumn: 'received_at', days: config.POSTBACK_LOG_RETENTION_DAYS }),
  byPartition({ table: 'postback_attempts', timeColumn: 'started_at', days: config.DELIVERY_ATTEMPT_RETENTION_DAYS }),
  auditLogKind(config.AUDIT_RETENTION_DAYS),
];

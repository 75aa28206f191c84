export {
  BULK_RUN_AT_MOST,
  BULK_RUN_KINDS,
  BULK_RUN_OUTCOMES,
  BULK_RUN_RESULTS_AT_ONCE,
  BULK_RUN_STATUSES,
  preparedRun,
} from './bulk-runs.ts';
export type { BulkRun, BulkRunItem, BulkRunKind, BulkRunOutcome, BulkRunResult, BulkRunStatus } from './bulk-runs.ts';
export { cancelBulkRun, getBulkRun, kindsOf, listBulkRuns, startBulkRun } from './bulk-runs.api.ts';

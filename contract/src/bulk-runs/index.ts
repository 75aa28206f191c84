export { BULK_RUN_AT_MOST, BULK_RUN_RESULTS_AT_ONCE, preparedRun } from './bulk-runs.ts';
export type { BulkRun, BulkRunItem, BulkRunKind, BulkRunOutcome, BulkRunResult, BulkRunStatus } from './bulk-runs.ts';
export { cancelBulkRun, getBulkRun, kindsOf, listBulkRuns, startBulkRun } from './bulk-runs.api.ts';

export { createBulkRuns } from './create-bulk-runs.ts';
export type { BulkRuns } from './create-bulk-runs.ts';
export { stopAllRuns, stopRunsOf } from './bulk-runs.repository.ts';
export type { BulkRunDecision, BulkRunItemRow } from './bulk-runs.repository.ts';
export { bulkRunsModule } from './bulk-runs.module.ts';
export { preparedAnswer } from './bulk-runs.routes.ts';

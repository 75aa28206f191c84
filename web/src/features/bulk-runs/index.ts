export { BulkRunModal } from './bulk-run-modal.tsx';
export { startRun } from './bulk-runs.queries.ts';
export { RunUnderWay } from './run-under-way.tsx';

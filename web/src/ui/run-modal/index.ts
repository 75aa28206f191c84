export { RunList, RunRow } from './run-list.tsx';
export { RunModal } from './run-modal.tsx';
export { RunOutcome } from './run-outcome.tsx';
export type { RunResult } from './run-parts.ts';
export type { ResultRow } from './run-results.ts';

export { RunList, RunRow } from './run-list.tsx';
export { RunOutcome } from './run-outcome.tsx';
export type { ResultRow } from './run-results.ts';

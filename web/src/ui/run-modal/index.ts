export { RunList, RunRow } from './run-list.tsx';
export { RunModal } from './run-modal.tsx';
export type { RunResult } from './run-parts.ts';

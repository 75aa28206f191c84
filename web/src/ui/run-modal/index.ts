export { RunModal } from './run-modal.tsx';
export type { RunResult } from './run-parts.ts';

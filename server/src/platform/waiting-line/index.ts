export { createWaitingLine } from './waiting-line.ts';
export type { WaitingLine } from './waiting-line.ts';

export { createBatcher, isInputError, QueueFullError } from './batcher.ts';
export type { Batcher } from './batcher.ts';
export { createSharedReads } from './shared-reads.ts';
export { createTurns } from './turns.ts';
export type { Turns } from './turns.ts';

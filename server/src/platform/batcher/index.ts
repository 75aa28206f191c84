export { createBatcher, isInputError, QueueFullError } from './batcher.ts';
export type { Batcher } from './batcher.ts';
export { createSharedReads } from './shared-reads.ts';

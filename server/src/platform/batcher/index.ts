export { createBatcher, isAboutContent, QueueFullError, SHARED_READS } from './batcher.ts';
export type { Batcher, BatcherOptions } from './batcher.ts';
export { createTurns } from './turns.ts';
export type { Turns } from './turns.ts';

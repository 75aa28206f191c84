export { createBatcher, QueueFullError } from './batcher.ts';
export type { Batcher, BatcherOptions } from './batcher.ts';

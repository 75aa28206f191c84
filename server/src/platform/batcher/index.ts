export { createBatcher, isAboutContent, QueueFullError } from './batcher.ts';
export type { Batcher, BatcherOptions } from './batcher.ts';

export { createConcurrencyLimit } from './concurrency-limit.ts';
export type { ConcurrencyLimit } from './concurrency-limit.ts';

export { createLimiter } from './limiter.ts';
export type { Limiter } from './limiter.ts';

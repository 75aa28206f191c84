export { createTracer, spanIdOf } from './tracer.ts';
export type { RewardSpan, Tracer } from './tracer.ts';

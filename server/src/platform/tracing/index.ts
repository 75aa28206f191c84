export { createTracer, spanIdOf } from './tracer.ts';
export type { Tracer } from './tracer.ts';

export { createMetrics } from './metrics.ts';
export type { Figure, Metrics } from './metrics.ts';

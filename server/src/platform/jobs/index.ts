export { createJobs } from './jobs.ts';
export type { JobDefinition, Jobs } from './jobs.ts';

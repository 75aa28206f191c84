export { createJobs } from './jobs.ts';
export type { JobDefinition, JobRunner, Jobs } from './jobs.ts';

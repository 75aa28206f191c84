export { createJobs } from './jobs.ts';
export { addJobFigures } from './job-figures.ts';
export type { JobDefinition, JobRunner, Jobs } from './jobs.ts';

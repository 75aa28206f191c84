export { problemsModule } from './problems.module.ts';
export { findProblem, listProblemsOfUser } from './problems.repository.ts';
export type { ProblemRow } from './problems.repository.ts';

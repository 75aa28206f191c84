export { isSafeLink, PROBLEM_LIMITS, PROBLEM_STATUSES, PROBLEM_TYPES } from './problems.ts';
export type { NewProblem, Problem, ProblemResponse, ProblemStatus, ProblemType } from './problems.ts';
export { deleteProblem, getProblem, listProblems, reportProblem, respondToProblem } from './problems.api.ts';

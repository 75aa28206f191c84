import type { Problem } from '@muneem/contract/problems';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { toProblem } from './problem.mapper.ts';
import { findProblem } from './problems.repository.ts';

export const problemNotFound = (): AppError =>
  new AppError('not_found', 'Problem not found. It may have been deleted.');

/** @throws AppError `not_found` */
export async function getProblem(q: Queryable, id: string): Promise<Problem> {
  const row = await findProblem(q, id);
  if (row === null) throw problemNotFound();
  return toProblem(row);
}

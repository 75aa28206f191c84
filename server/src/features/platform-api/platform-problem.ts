import type { PlatformProblem } from '@muneem/contract/platform-api';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { findProblem, listProblemsOfUser, type ProblemRow } from '#features/problems/index.ts';
import { getUser } from '#features/users/index.ts';

/** Lists a user's problems, newest first. @throws AppError `user_not_found`; `not_found` if `before` is not the user's */
export async function listPlatformProblems(
  q: Queryable,
  uid: string,
  { before: beforeId, limit }: { before?: string | undefined; limit: number },
): Promise<{ problems: PlatformProblem[]; hasMore: boolean }> {
  const user = await getUser(q, uid);
  const before = beforeId === undefined ? undefined : await findProblem(q, beforeId);
  if (before === null || (before !== undefined && before.uid !== uid)) {
    throw new AppError('not_found', 'There is no such problem.');
  }
  const rows = await listProblemsOfUser(q, user.id, { before, limit: limit + 1 });
  return { problems: rows.slice(0, limit).map(toPlatformProblem), hasMore: rows.length > limit };
}

/** Without the admin who answered. */
const toPlatformProblem = (row: ProblemRow): PlatformProblem => ({
  problemId: row.id,
  title: row.title,
  description: row.description,
  type: row.type,
  status: row.status,
  attachments: row.attachments,
  answer: row.adminResponse,
  answeredAt: row.respondedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
});

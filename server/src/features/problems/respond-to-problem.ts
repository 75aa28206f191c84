import type { Problem, ProblemResponse, ProblemStatus } from '@muneem/contract/problems';
import { AppError } from '#platform/app-error/index.ts';
import { changedFields, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { addressOf, ANSWER_MAIL_JOB, type AnswerMailData } from './mail-answer.ts';
import { getProblem, problemNotFound } from './get-problem.ts';
import { lockProblem, updateProblem, type ProblemChange, type ProblemRow } from './problems.repository.ts';

type RespondDependencies = Pick<Platform, 'database' | 'clock' | 'jobs'>;

/**
 * Updates status and response. A job of the same transaction mails a new response, so a mail outage loses nothing.
 * No-op if nothing changes. @throws AppError `not_found`; `version_conflict` if it was saved meanwhile
 */
export async function respondToProblem(
  { database, clock, jobs }: RespondDependencies,
  { userId, id }: { userId: string; id: string },
  response: ProblemResponse,
  actor: Actor,
): Promise<{ problem: Problem; mailedTo: string | null }> {
  return transaction(database, async (tx) => {
    const row = await lockProblem(tx, userId, id);
    if (row === null) throw problemNotFound();
    if (response.version !== undefined && response.version !== row.version) throw changedMeanwhile();
    const change = changeOf(row, response, actor, clock.now());
    const changed = changedFields(decisionsOf(row), decisionsOf(change));
    if (Object.keys(changed.after).length === 0) return { problem: await getProblem(tx, id), mailedTo: null };
    await updateProblem(tx, id, change);
    await writeAudit(tx, actor, 'problems.respond', ['problem', id], changed);
    const mailedTo = 'adminResponse' in changed.after && change.adminResponse !== null ? addressOf(row) : null;
    if (mailedTo !== null) {
      const mail: AnswerMailData = { problemId: id, answer: change.adminResponse as string };
      await jobs.enqueue(tx, ANSWER_MAIL_JOB, mail);
    }
    return { problem: await getProblem(tx, id), mailedTo };
  });
}

const changedMeanwhile = (): AppError =>
  new AppError(
    'version_conflict',
    'This problem was saved meanwhile. Check the saved status and response before you save again.',
  );

const decisionsOf = ({ status, adminResponse }: Pick<ProblemRow, 'status' | 'adminResponse'>) => ({
  status,
  adminResponse,
});

const isDone = (status: ProblemStatus): boolean => status === 'resolved' || status === 'closed';

function changeOf(row: ProblemRow, response: ProblemResponse, actor: Actor, now: Date): ProblemChange {
  const status = response.status ?? row.status;
  const adminResponse = response.adminResponse === undefined ? row.adminResponse : response.adminResponse || null;
  const wasWritten = adminResponse !== null && adminResponse !== row.adminResponse;
  return {
    status,
    adminResponse,
    respondedBy: wasWritten ? actor.name : adminResponse === null ? null : row.respondedBy,
    respondedAt: wasWritten ? now : adminResponse === null ? null : row.respondedAt,
    resolvedAt: isDone(status) ? (row.resolvedAt ?? now) : null,
    updatedAt: now,
  };
}

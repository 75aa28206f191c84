import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { problemNotFound } from './get-problem.ts';
import { toProblem } from './problem.mapper.ts';
import { deleteProblemRow, lockProblem } from './problems.repository.ts';

/** Deletes a problem. The audit log keeps its content. @throws AppError `not_found` */
export async function deleteProblem(
  database: Database,
  { userId, id }: { userId: string; id: string },
  actor: Actor,
): Promise<void> {
  await transaction(database, async (tx) => {
    const row = await lockProblem(tx, userId, id);
    if (row === null) throw problemNotFound();
    await deleteProblemRow(tx, id);
    await writeAudit(tx, actor, 'problems.delete', ['problem', id], { before: toProblem(row) });
  });
}

import { PROBLEM_LIMITS, type NewProblem, type Problem } from '@muneem/contract/problems';
import { AppError } from '#platform/app-error/index.ts';
import { takeAttempt } from '#platform/rate-limit/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { getUser } from '#features/users/index.ts';
import { getProblem } from './get-problem.ts';
import { insertProblem } from './problems.repository.ts';

/**
 * Creates and audits a user's problem in the caller's transaction.
 * @throws AppError `user_not_found`; `rate_limited` at the user's daily limit
 */
export async function reportProblem(
  tx: Tx,
  { clock }: { clock: Clock },
  uid: string,
  problem: NewProblem,
  actor: Actor,
): Promise<Problem> {
  const user = await getUser(tx, uid);
  const now = clock.now();
  if (actor.kind === 'platform') await refuseFlood(tx, user.id, now);
  const id = newId('prb', now);
  await insertProblem(tx, { ...problem, id, userId: user.id, createdAt: now });
  const stored = await getProblem(tx, id);
  await writeAudit(tx, actor, 'problems.report', ['problem', id], { after: stored });
  return stored;
}

async function refuseFlood(tx: Tx, userId: number, now: Date): Promise<void> {
  const { perUser, perUserWindowS } = PROBLEM_LIMITS;
  const key = `problems:${userId}`;
  const retryAfterS = await takeAttempt(tx, { key, max: perUser, windowMs: perUserWindowS * 1000, now });
  if (retryAfterS === null) return;
  throw new AppError(
    'rate_limited',
    `This user has reported ${perUser} problems within a day. More can be reported later.`,
    { retryAfterS },
  );
}

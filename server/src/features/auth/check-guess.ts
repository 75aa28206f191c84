import { uncountAttempt, takeAttempt } from '#platform/attempt-window/index.ts';
import { authenticatorLimit, tooManyFailures } from './attempt-limits.ts';
import type { AuthDependencies } from './auth-dependencies.ts';

/**
 * Checks a password or code of a signed-in admin. Counts the guess before the check, and removes a right one from the
 * count.
 * @throws AppError `rate_limited` after five wrong ones in 15 minutes
 */
export async function isRightGuess(
  dependencies: Pick<AuthDependencies, 'database' | 'clock'>,
  adminId: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const limit = authenticatorLimit(dependencies, adminId);
  const waitS = await takeAttempt(dependencies.database, limit);
  if (waitS !== null) throw tooManyFailures(waitS);
  const right = await check().catch(async (error: unknown) => {
    // The check itself failed, so the attempt does not count.
    await uncountAttempt(dependencies.database, limit.key);
    throw error;
  });
  if (right) await uncountAttempt(dependencies.database, limit.key);
  return right;
}

import { uncountAttempt, takeAttempt } from '#platform/rate-limit/index.ts';
import type { Database } from '#platform/database/index.ts';
import { tooManyFailures, type AttemptLimit } from './attempt-limits.ts';

/**
 * Checks a password or code. Counts the guess before the check, and removes a right one from the count.
 * @throws AppError `rate_limited` after too many wrong ones
 */
export async function isRightGuess(
  database: Database,
  limit: AttemptLimit,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const waitS = await takeAttempt(database, limit);
  if (waitS !== null) throw tooManyFailures(waitS);
  const right = await check().catch(async (error: unknown) => {
    // Nothing was checked, such as while too many sign in.
    await uncountAttempt(database, limit.key);
    throw error;
  });
  if (right) await uncountAttempt(database, limit.key);
  return right;
}

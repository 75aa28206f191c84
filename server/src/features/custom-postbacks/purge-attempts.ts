import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { dropAttemptMonths, purgeStrayAttempts } from './delivery-queue.repository.ts';

const DAY_MS = 86_400_000;

/** Drops old months of attempts. Keeps the deliveries with their results, and all totals. */
export async function purgeAttempts({
  database,
  clock,
  logger,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}): Promise<void> {
  const before = new Date(clock.now().getTime() - CUSTOM_POSTBACK_LIMITS.triesKeptDays * DAY_MS);
  const months = await dropAttemptMonths(database, before);
  if (months.length > 0) logger.info({ months }, 'old delivery attempts were dropped');
  await purgeStrayAttempts(database, before);
}

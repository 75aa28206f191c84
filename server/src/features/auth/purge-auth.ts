import { purgeAttemptWindows } from '#platform/attempt-window/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { purgeResets } from './resets.repository.ts';
import { purgeSessions } from './sessions.repository.ts';

const KEEP_ENDED_MS = 30 * 86_400_000;

/**
 * Deletes ended sessions and links after 30 days, and expired attempt windows at once. The audit log keeps sign-ins.
 */
export async function purgeAuth({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - KEEP_ENDED_MS);
  await purgeAttemptWindows(database, now);
  await purgeResets(database, before);
  await purgeSessions(database, before);
}

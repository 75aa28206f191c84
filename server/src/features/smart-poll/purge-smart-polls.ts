import { SMART_POLL } from '@muneem/contract/smart-poll';
import { daysBefore } from '#platform/clock/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { purgeQueue } from './poll-queue.repository.ts';
import { purgeRuns } from './smart-poll-runs.repository.ts';

/** In small batches, so that no statement blocks others for long. */
const RUNS_AT_ONCE = 200;
const CLICKS_AT_ONCE = 5_000;

/** Deletes expired history, and queued clicks that are too old to poll. */
export async function purgeSmartPolls({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  const daysAgo = (days: number): Date => daysBefore(clock.now(), days);
  while ((await purgeRuns(database, daysAgo(SMART_POLL.keptDays), RUNS_AT_ONCE)) === RUNS_AT_ONCE);
  while ((await purgeQueue(database, daysAgo(SMART_POLL.maxClickAgeDays), CLICKS_AT_ONCE)) === CLICKS_AT_ONCE);
}

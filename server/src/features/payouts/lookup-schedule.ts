import type { Clock } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';

export const LOOKUP_JOB = 'payouts-look-up';
const HOURLY_S = 3_600;

export interface LookupSchedule {
  /** Minimum milliseconds between two calls about one transfer. */
  readonly distanceMs: number;
  /** Returns the time of the next look-up after this many look-ups. */
  next(lookups: number): Date;
  /** Returns true after the number of look-ups that calls for an admin. */
  needsAttention(lookups: number): boolean;
  enqueue(tx: Tx, attemptId: string, startAfter: Date): Promise<void>;
}

/** @param lookupDelaysS seconds between look-ups; hourly after the last one */
export function createLookupSchedule(
  { clock, jobs }: { readonly clock: Clock; readonly jobs: Jobs },
  lookupDelaysS: readonly number[],
): LookupSchedule {
  const delayMs = (lookups: number): number => (lookupDelaysS[lookups] ?? HOURLY_S) * 1000;
  return {
    distanceMs: delayMs(0),
    next: (lookups) => new Date(clock.now().getTime() + delayMs(lookups)),
    needsAttention: (lookups) => lookups >= lookupDelaysS.length,
    enqueue: (tx, attemptId, startAfter) => jobs.enqueue(tx, LOOKUP_JOB, { attemptId }, { startAfter }),
  };
}

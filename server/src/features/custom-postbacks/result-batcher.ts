import { setTimeout as wait } from 'node:timers/promises';
import { createBatcher, isInputError } from '#platform/batcher/index.ts';
import type { AttemptRow } from './settle-attempts.repository.ts';
import { settleDeliveries, type SettleDependencies } from './settle-deliveries.ts';

const AGAIN_MS = 1_000;

/** Records results of calls in batches. Keeps them while the database is away. */
export function createResultBatcher(dependencies: SettleDependencies, stopping: AbortSignal) {
  return createBatcher({
    maxWaitMs: 0,
    maxItems: 500,
    maxInFlight: 1,
    maxQueued: Infinity,
    async run(batch: readonly AttemptRow[]): Promise<void[]> {
      for (;;) {
        try {
          await settleDeliveries(dependencies, batch);
          return [];
        } catch (error) {
          if (isInputError(error) || stopping.aborted) throw error;
          dependencies.logger.warn({ err: error }, 'results of deliveries could not be written; trying again');
          await wait(AGAIN_MS);
        }
      }
    },
  });
}
